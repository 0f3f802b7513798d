import { type Issue } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('updateIssue', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  type Caller = Parameters<IssuesStage['as']>[0];
  const create = (fields: object = {}, who: Caller = team.board): Promise<Issue> =>
    stage.as(who).createIssue({ companyId: team.companyId, title: 'Work', ...fields });
  const patch = ({ id }: Issue, fields: object, who: Caller = team.board) =>
    stage.as(who).updateIssue({ issueId: id, ...fields });
  const eventsOf = async ({ id }: Issue) =>
    (await stage.emitted()).filter(({ entityId }) => entityId === id).slice(1);

  it('changes fields, counts the version and emits the changes', async () => {
    const issue = await create({ description: 'old' });
    const changed = await patch(issue, { title: 'New', description: 'new', priority: 'high' });
    expect(changed).toMatchObject({
      title: 'New',
      description: 'new',
      priority: 'high',
      version: 2,
      comment: null,
    });
    expect(await eventsOf(issue)).toMatchObject([
      {
        type: 'issue.updated',
        payload: {
          title: 'New',
          version: 2,
          changes: {
            title: { from: 'Work', to: 'New' },
            description: { from: null, to: null },
            priority: { from: 'medium', to: 'high' },
          },
        },
      },
    ]);
    expect(await patch(issue, { title: 'New' })).toMatchObject({ version: 2 });
    expect(await eventsOf(issue)).toHaveLength(1);
  });

  it('says in the changes that an issue which leaves the backlog has a new assignee', async () => {
    const issue = await create();
    await patch(issue, { status: 'todo', assigneeAgentId: team.ann.id });
    // By this the scheduler knows that `issue.assigned` wakes the assignee: one change, one wake-up.
    expect(await eventsOf(issue)).toMatchObject([
      {
        type: 'issue.updated',
        payload: {
          changes: {
            status: { from: 'backlog', to: 'todo' },
            assigneeAgentId: { from: null, to: team.ann.id },
          },
        },
      },
      { type: 'issue.assigned' },
    ]);
  });

  it('adds a comment in the same call, and with a comment alone changes nothing else', async () => {
    const issue = await create({ status: 'todo' });
    const answer = await patch(issue, { comment: 'On it, @bob' }, team.ann);
    expect(answer).toMatchObject({
      status: 'todo',
      version: 1,
      comment: {
        body: 'On it, @bob',
        authorAgentId: team.ann.id,
        issueId: issue.id,
        mentions: [{ agentId: team.bob.id, name: 'Bob', woken: true, reason: null }],
      },
    });
    expect((await eventsOf(issue)).map(({ type }) => type)).toEqual(['issue.commented']);
    await patch(issue, { priority: 'low', comment: 'Later' });
    expect((await eventsOf(issue)).map(({ type }) => type)).toEqual([
      'issue.commented',
      'issue.updated',
      'issue.commented',
    ]);
  });

  it('adds no comment if the change is refused', async () => {
    const issue = await create();
    await expect(patch(issue, { status: 'done', comment: 'Done!' })).rejects.toEqual(
      refusedWith('illegal_transition'),
    );
    expect(await stage.as(team.board).listComments({ issueId: issue.id })).toEqual([]);
  });

  it('refuses a stale version', async () => {
    const issue = await create();
    await patch(issue, { title: 'New', ifVersion: 1 });
    await expect(patch(issue, { title: 'Newer', ifVersion: 1 })).rejects.toEqual(
      refusedWith('version_mismatch', { status: 412 }),
    );
  });

  it('makes no cycle of parents, even with two concurrent moves', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await patch(b, { parentId: a.id });
    await patch(c, { parentId: b.id });
    await expect(patch(a, { parentId: c.id })).rejects.toEqual(refusedWith('would_make_cycle'));
    await expect(patch(a, { parentId: a.id })).rejects.toEqual(refusedWith('would_make_cycle'));
    await expect(patch(a, { parentId: newId() })).rejects.toEqual(refusedWith('issue_not_found'));
    for (let round = 0; round < 20; round += 1) {
      const [left, right] = [await create(), await create()];
      const moved = await Promise.allSettled([
        patch(left, { parentId: right.id }),
        patch(right, { parentId: left.id }),
      ]);
      expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await patch(c, { parentId: null })).parentId).toBeNull();
  });
});
