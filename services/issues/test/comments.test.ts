import { hash } from 'node:crypto';
import { agents, type Issue } from '@muster/contracts';
import { newId } from '@muster/service-kit';
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

describe('addComment', () => {
  it('stores the comment with its author, its run and its mentions, and emits it', async () => {
    const runId = newId();
    const body = 'Please look, **@ann lee** and @Max.';
    const comment = await stage.as({ ...team.bob, runId }).addComment({ issueId: issue.id, body });
    expect(comment).toMatchObject({
      companyId: team.companyId,
      issueId: issue.id,
      body,
      authorAgentId: team.bob.id,
      authorUserId: null,
      authorName: 'Bob',
      runId,
      mentions: [
        { agentId: team.ann.id, name: 'Ann Lee', woken: true, reason: null },
        { agentId: team.manager.id, name: 'Max', woken: true, reason: null },
      ],
    });
    const read = await stage.as(team.ann).getComment({
      issueId: issue.identifier,
      commentId: comment.id,
    });
    expect(read).toEqual(comment);
    expect((await stage.emitted('issue.commented')).at(-1)).toMatchObject({
      entityId: issue.id,
      runId,
      payload: {
        commentId: comment.id,
        excerpt: '',
        bytes: 35,
        sha256: hash('sha256', body),
        mentions: comment.mentions,
        issueId: issue.id,
      },
    });
  });

  it('sets the last change of the issue and not its version', async () => {
    await stage.as(team.ann).addComment({ issueId: issue.id, body: 'Word' });
    const after = await stage.as(team.ann).getIssue({ issueId: issue.id });
    expect(after.version).toBe(issue.version);
    expect(after.updatedAt > issue.updatedAt).toBe(true);
  });

  it('mentions agents of the company only, neither terminated ones nor the author', async () => {
    const other = await openTeam(stage);
    const { agentId } = await stage.given.agent(team.companyId, { name: 'Zed' });
    const body = '@Bob @Zed @Cleo';
    const asBob = stage.as(team.bob);
    const idsOf = async () =>
      (await asBob.addComment({ issueId: issue.id, body })).mentions.map((m) => m.agentId);
    expect(await idsOf()).toEqual([agentId, team.ceo.id]);
    const zed = { ...team.snapshots[team.ann.id], agentId, name: 'Zed', version: 2 };
    await stage.receive(agents, 'agent.terminated', {
      companyId: team.companyId,
      entityId: agentId,
      payload: { ...zed, status: 'terminated' } as never,
    });
    expect(await idsOf()).toEqual([team.ceo.id]);
    expect(await idsOf()).not.toContain(other.ceo.id);
  });

  it('does not wake agents without wake-ups on demand', async () => {
    const { agentId } = await stage.given.agent(team.companyId, {
      name: 'Quiet',
      runtimeConfig: {
        heartbeat: {
          enabled: false,
          intervalSec: 300,
          wakeOnDemand: false,
          maxConcurrentRuns: 1,
        },
      },
    });
    const comment = await stage.as(team.ann).addComment({ issueId: issue.id, body: '@quiet?' });
    expect(comment.mentions).toEqual([
      { agentId, name: 'Quiet', woken: false, reason: 'wake_on_demand_off' },
    ]);
  });

  it('says which agents are not woken yet, and what is no name, with the nearest name', async () => {
    const { agentId } = await stage.given.agent(team.companyId, {
      name: 'Resting',
      status: 'paused',
    });
    const body = '@Resting, @anne, @Maxx and @zzzz: `@code`';
    const comment = await stage.as(team.bob).addComment({ issueId: issue.id, body });
    const mention = { agentId, name: 'Resting', woken: false, reason: 'agent_paused' };
    expect(comment).toMatchObject({
      mentions: [mention],
      unresolvedMentions: [
        { text: 'anne', nearest: { agentId: team.ann.id, name: 'Ann Lee' } },
        { text: 'maxx', nearest: { agentId: team.manager.id, name: 'Max' } },
        { text: 'zzzz' },
      ],
    });
    const { payload } = (await stage.emitted('issue.commented')).at(-1) ?? {};
    expect(payload?.mentions).toEqual([{ ...mention, woken: true }]);
    const read = await stage.as(team.bob).getComment({ issueId: issue.id, commentId: comment.id });
    expect(read).toEqual({ ...comment, unresolvedMentions: undefined, note: undefined });
  });

  it('accepts 64 KB and no more, and no empty or blank body', async () => {
    const body = `${'😀'.repeat(300)}${'x'.repeat(64_936)}`;
    const comment = await stage.as(team.ann).addComment({ issueId: issue.id, body });
    expect(comment.body).toBe(body);
    await expect(
      stage.as(team.ann).addComment({ issueId: issue.id, body: 'x'.repeat(65_537) }),
    ).rejects.toEqual(refusedWith('invalid_input'));
    for (const blank of ['', ' \n\t ', '\u00a0']) {
      await expect(
        stage.as(team.ann).addComment({ issueId: issue.id, body: blank }),
      ).rejects.toEqual(refusedWith('invalid_input'));
    }
  });

  it('refuses issues that are absent, foreign or of an archived company', async () => {
    const other = await openTeam(stage);
    const { companyId } = other;
    await expect(stage.as(other.ann).addComment({ issueId: issue.id, body: 'Hi' })).rejects.toEqual(
      refusedWith('issue_not_found'),
    );
    const theirs = await stage.as(other.board).createIssue({ companyId, title: 'Work' });
    const payload = { ...other.company, status: 'archived' as const, version: 2 };
    await stage.receive(agents, 'company.updated', { companyId, entityId: companyId, payload });
    await expect(
      stage.as(other.ann).addComment({ issueId: theirs.id, body: 'Hi' }),
    ).rejects.toEqual(refusedWith('company_archived'));
  });

  it('adds one comment for a repeated request', async () => {
    const key = { idempotencyKey: newId() };
    const emitted = () => stage.as(team.ann, key).addComment({ issueId: issue.id, body: 'Once' });
    expect(await emitted()).toEqual(await emitted());
  });
});

describe('listComments', () => {
  it('lists in the order of commits, both ways, by pages and after a comment', async () => {
    const thread = await stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Talk',
    });
    const issueId = thread.id;
    await Promise.all(
      Array.from({ length: 7 }, (_, n) =>
        stage.as(team.ann).addComment({ issueId, body: `word ${n}` }),
      ),
    );
    const list = (query: object) => stage.as(team.bob).listComments({ issueId, ...query });
    const all = await list({});
    expect(all).toHaveLength(7);
    expect(await list({ order: 'desc' })).toEqual(all.toReversed());
    expect(await list({ after: all[4]?.id })).toEqual(all.slice(5));
    expect(await list({ after: all[4]?.id, order: 'desc' })).toEqual(all.slice(5).toReversed());
    expect(await list({ after: all[6]?.id })).toEqual([]);
    expect(await list({ limit: 3 })).toEqual(all.slice(0, 3));
    await expect(list({ after: newId() })).rejects.toEqual(refusedWith('comment_not_found'));
    await expect(list({ cursor: 'nonsense' })).rejects.toEqual(refusedWith('invalid_cursor'));
  });

  it('hides threads of other companies', async () => {
    const other = await openTeam(stage);
    await expect(stage.as(other.ann).listComments({ issueId: issue.id })).rejects.toEqual(
      refusedWith('issue_not_found'),
    );
  });
});

describe('getComment', () => {
  it('finds a comment only under its own issue', async () => {
    const other = await stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Else',
    });
    const { id } = await stage.as(team.ann).addComment({ issueId: issue.id, body: 'Here' });
    await expect(
      stage.as(team.ann).getComment({ issueId: other.id, commentId: id }),
    ).rejects.toEqual(refusedWith('comment_not_found'));
  });
});
