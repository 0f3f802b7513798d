import { REDACTED_TEXT, type Issue } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let issue: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  issue = await stage.as(team.board).createIssue({ companyId: team.companyId, title: 'Work' });
});
afterAll(() => stage.close());

let count = 0;
const newSecret = (): string => `hunter${(count += 1)}hush`;
const inRun = (agent: Team['ann']) => ({ ...agent, runId: newId() });

/** The tables of the service in which a text stands, in any case. */
async function tablesWith(text: string): Promise<string[]> {
  const dumps = await many<{ name: string; rows: string }>(
    stage.db,
    sql`
    select tablename as name,
      query_to_xml(format('select * from %I', tablename), true, false, '')::text as rows
    from pg_tables where schemaname = current_schema() order by tablename limit 500`,
  );
  return dumps.filter(({ rows }) => rows.toLowerCase().includes(text)).map(({ name }) => name);
}

const found = async (q: string): Promise<unknown[]> =>
  (await stage.as(team.board).listIssues({ companyId: team.companyId, q })).map(({ id }) => id);

describe('redactComment', () => {
  it.each(['comment', 'update', 'reopening'])(
    'leaves no table with a word of the text, written by a %s',
    async (way) => {
      const secret = newSecret();
      const body = `The key is ${secret.toUpperCase()}, @${secret}.`;
      const board = stage.as(team.board);
      const { id: issueId } = await board.createIssue({
        companyId: team.companyId,
        title: 'Work',
        ...(way === 'reopening' ? { status: 'done' } : {}),
      });
      if (way === 'comment') await board.addComment({ issueId, body });
      if (way === 'update') await board.updateIssue({ issueId, priority: 'high', comment: body });
      if (way === 'reopening') await board.reopenIssue({ issueId, comment: body });
      const [comment] = await board.listComments({ issueId, order: 'asc' });
      expect(await tablesWith(secret)).toEqual(['comments', 'issue_texts', 'requests']);
      await board.redactComment({ issueId, commentId: comment?.id ?? '' });
      expect(await tablesWith(secret)).toEqual([]);
      expect(await found(secret)).toEqual([]);
    },
  );

  it('says who has redacted it, when and why, wherever the comment is read', async () => {
    const board = stage.as(team.board);
    const { id: commentId } = await stage.as(team.ann).addComment({ issueId: issue.id, body: 'x' });
    const left = await board.redactComment({ issueId: issue.id, commentId, reason: 'A key.' });
    const redacted = {
      at: expect.any(String),
      byAgentId: null,
      byUserId: team.board.id,
      byName: team.board.name,
      reason: 'A key.',
    };
    expect(left).toMatchObject({ id: commentId, body: REDACTED_TEXT, redacted });
    expect(await board.getComment({ issueId: issue.id, commentId })).toEqual(left);
    expect(await board.findComment({ commentId })).toEqual(left);
    const items = await board.listComments({ issueId: issue.id, order: 'desc' });
    expect(items[0]).toEqual(left);
    expect(await board.listExcerpts({ commentIds: [commentId] })).toEqual([
      { commentId, excerpt: REDACTED_TEXT },
    ]);
    expect((await stage.emitted('issue.comment_redacted')).at(-1)).toMatchObject({
      entityId: issue.id,
      payload: { commentId, issueId: issue.id },
    });
  });

  it('is done once', async () => {
    const { id: commentId } = await stage.as(team.ann).addComment({ issueId: issue.id, body: 'x' });
    const first = await stage.as(inRun(team.ann)).redactComment({ issueId: issue.id, commentId });
    const events = (await stage.emitted('issue.comment_redacted')).length;
    const again = { issueId: issue.id, commentId, reason: 'Again.' };
    expect(await stage.as(team.board).redactComment(again)).toEqual(first);
    expect(await stage.emitted('issue.comment_redacted')).toHaveLength(events);
  });

  it('keeps the words that other comments or the issue itself have', async () => {
    const [secret, shared] = [newSecret(), newSecret()];
    const board = stage.as(team.board);
    const { id: issueId } = await board.createIssue({
      companyId: team.companyId,
      title: 'Deploy the zeppelin',
    });
    const { id: commentId } = await board.addComment({
      issueId,
      body: `${secret} ${shared} zeppelin`,
    });
    await board.addComment({ issueId, body: `About ${shared.toUpperCase()}` });
    await board.redactComment({ issueId, commentId });
    expect(await found(secret)).toEqual([]);
    expect(await found(shared)).toEqual([issueId]);
    expect(await found('zeppelin')).toEqual([issueId]);
  });

  it('takes the beginning of the text from an event of the release before', async () => {
    const secret = newSecret();
    const { id: commentId } = await stage
      .as(team.ann)
      .addComment({ issueId: issue.id, body: secret });
    await many(
      stage.db,
      sql`
      update events set payload = jsonb_set(payload, '{excerpt}', to_jsonb(${secret}::text))
      where payload ->> 'commentId' = ${commentId} returning seq`,
    );
    expect(await tablesWith(secret)).toContain('events');
    await stage.as(team.board).redactComment({ issueId: issue.id, commentId });
    expect(await tablesWith(secret)).toEqual([]);
  });

  it('is for the board and a run of the author', async () => {
    const { id: commentId } = await stage.as(team.ann).addComment({ issueId: issue.id, body: 'x' });
    const asked = { issueId: issue.id, commentId };
    for (const actor of [team.ann, inRun(team.bob), inRun(team.manager)]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(stage.as(actor).redactComment(asked)).rejects.toEqual(
        refusedWith('not_the_author'),
      );
    }
    const byBoard = await stage.as(team.board).addComment({ issueId: issue.id, body: 'x' });
    await expect(
      stage.as(inRun(team.ann)).redactComment({ issueId: issue.id, commentId: byBoard.id }),
    ).rejects.toEqual(refusedWith('not_the_author'));
  });

  it('finds only comments of its issue', async () => {
    const { id: commentId } = await stage.as(team.ann).addComment({ issueId: issue.id, body: 'x' });
    const board = stage.as(team.board);
    const other = await board.createIssue({ companyId: team.companyId, title: 'Other' });
    await expect(board.redactComment({ issueId: other.id, commentId })).rejects.toEqual(
      refusedWith('comment_not_found'),
    );
  });
});
