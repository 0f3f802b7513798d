import { agents, type Issue, type IssueStatus } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, people, refusedWith, type IssuesStage, type People } from './people.ts';

describe('updateIssue', () => {
  let stage: IssuesStage;
  let team: People;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await people(stage);
  });
  afterAll(() => stage.close());

  type Caller = Parameters<IssuesStage['as']>[0];
  const create = (fields: object = {}, who: Caller = team.board): Promise<Issue> =>
    stage.as(who).createIssue({ companyId: team.companyId, title: 'Work', ...fields });
  const patch = ({ id }: Issue, fields: object, who: Caller = team.board) =>
    stage.as(who).updateIssue({ issueId: id, ...fields });
  const saidOf = async ({ id }: Issue) =>
    (await stage.said()).filter(({ entityId }) => entityId === id).slice(1);

  it('changes fields, counts the version and says what changed', async () => {
    const issue = await create({ description: 'old' });
    const changed = await patch(issue, { title: 'New', description: 'new', priority: 'high' });
    expect(changed).toMatchObject({
      title: 'New', description: 'new', priority: 'high', version: 2, comment: null,
    });
    expect(await saidOf(issue)).toMatchObject([{
      type: 'issue.updated', payload: {
        title: 'New', version: 2, changes: {
          title: { from: 'Work', to: 'New' }, description: { from: null, to: null },
          priority: { from: 'medium', to: 'high' },
        },
      },
    }]);
    expect(await patch(issue, { title: 'New' })).toMatchObject({ version: 2 });
    expect(await saidOf(issue)).toHaveLength(1);
  });

  it('leads an issue through its life and dates it', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id });
    const steps: IssueStatus[] = [
      'todo', 'in_progress', 'blocked', 'todo', 'in_progress', 'in_review', 'in_progress',
      'in_review', 'done',
    ];
    const starts: (string | null)[] = [];
    for (const status of steps) {
      starts.push((await patch(issue, { status }, team.ann)).startedAt);
    }
    expect(starts[0]).toBeNull();
    expect(new Set(starts.slice(1)).size).toBe(1);
    const done = await stage.as(team.ann).getIssue({ issueId: issue.id });
    expect(done).toMatchObject({ status: 'done', completed_at: expect.any(String), version: 10 });
    expect(done.allowedTransitions).toEqual([]);
    await expect(patch(issue, { status: 'todo' })).rejects.toEqual(
      refusedWith('illegal_transition', {
        status: 422, details: { from: 'done', to: 'todo', allowed: [] },
      }),
    );
  });

  it('refuses backlog to done and tells what is allowed', async () => {
    const issue = await create();
    await expect(patch(issue, { status: 'done' })).rejects.toEqual(
      refusedWith('illegal_transition', {
        details: { from: 'backlog', to: 'done', allowed: ['todo', 'cancelled'] },
      }),
    );
  });

  it('starts nothing without an assignee', async () => {
    const issue = await create({ status: 'todo' });
    await expect(patch(issue, { status: 'in_progress' }))
      .rejects.toEqual(refusedWith('assignee_required'));
    const started = await patch(issue, { status: 'in_progress', assigneeAgentId: team.ann.id });
    expect(started).toMatchObject({ status: 'in_progress', assigneeAgentId: team.ann.id });
    await expect(patch(issue, { assigneeAgentId: null }))
      .rejects.toEqual(refusedWith('assignee_required'));
  });

  it('reassigns work in progress without stopping it, and forgets the run', async () => {
    const issue = await create({ status: 'todo' });
    const runId = newId();
    await stage.as({ ...team.ann, runId }).checkoutIssue({
      issueId: issue.id, agentId: team.ann.id, expectedStatuses: ['todo'],
    });
    const moved = await patch(issue, { assigneeAgentId: team.bob.id }, team.manager);
    expect(moved).toMatchObject({
      status: 'in_progress', assigneeAgentId: team.bob.id, checkoutRunId: null,
      assignedByAgentId: team.manager.id,
    });
    expect((await saidOf(issue)).at(-1)).toMatchObject({
      type: 'issue.assigned', payload: {
        assigneeAgentId: team.bob.id, previousAssigneeAgentId: team.ann.id,
      },
    });
  });

  it('has one assignee: naming one of either kind replaces the other', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id });
    const { id: assigneeUserId } = await addMember(stage, team);
    expect(await patch(issue, { assigneeUserId })).toMatchObject({
      assigneeAgentId: null, assigneeUserId,
    });
    expect(await patch(issue, { assigneeAgentId: team.bob.id })).toMatchObject({
      assigneeAgentId: team.bob.id, assigneeUserId: null,
    });
    await expect(patch(issue, { assigneeAgentId: team.bob.id, assigneeUserId }))
      .rejects.toEqual(refusedWith('two_assignees'));
  });

  it('keeps other agents from moving work in progress, and not managers', async () => {
    const issue = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    for (const status of ['blocked', 'in_review'] as const) {
      await expect(patch(issue, { status }, team.bob))
        .rejects.toEqual(refusedWith('not_the_owner', { status: 409 }));
    }
    expect((await patch(issue, { status: 'blocked' }, team.ceo)).status).toBe('blocked');
    expect((await patch(issue, { status: 'todo' }, team.bob)).status).toBe('todo');
  });

  it('cancels by the rule of the team', async () => {
    const fromBoard = await create({ assigneeAgentId: team.ann.id });
    await expect(patch(fromBoard, { status: 'cancelled' }, team.ann)).rejects.toEqual(
      refusedWith('cancel_needs_manager', {
        status: 403, hint: 'reassign it to your manager with a comment',
      }),
    );
    const cancelled = await patch(fromBoard, { status: 'cancelled' }, team.manager);
    expect(cancelled.cancelledAt).toEqual(expect.any(String));

    const assigners = {
      chain: team.ceo, manager: team.manager, peer: team.bob, itself: team.ann,
    };
    for (const assigner of Object.values(assigners)) {
      const issue = await create({ assigneeAgentId: team.ann.id }, assigner);
      expect((await patch(issue, { status: 'cancelled' }, team.ann)).status).toBe('cancelled');
    }
    const fromReport = await create({ assigneeAgentId: team.manager.id }, team.ann);
    expect((await patch(fromReport, { status: 'cancelled' }, team.manager)).status)
      .toBe('cancelled');
    const fromStranger = await create({ assigneeAgentId: team.ann.id }, team.stranger);
    await expect(patch(fromStranger, { status: 'cancelled' }, team.ann))
      .rejects.toEqual(refusedWith('cancel_needs_manager'));
    await expect(patch(fromStranger, { status: 'cancelled' }, team.stranger))
      .rejects.toEqual(refusedWith('not_the_owner'));
    const nobodys = await create();
    expect((await patch(nobodys, { status: 'cancelled' }, team.stranger)).status)
      .toBe('cancelled');
  });

  it('follows a manager who moves, and everybody below with it', async () => {
    const other = await people(stage);
    const issue = await stage.as(other.board).createIssue({
      companyId: other.companyId, title: 'Work', status: 'in_progress',
      assigneeAgentId: other.ann.id,
    });
    const asStranger = stage.as(other.stranger);
    await expect(asStranger.releaseIssue({ issueId: issue.id }))
      .rejects.toEqual(refusedWith('not_the_owner'));
    const moved = other.snapshots[other.manager.id];
    await stage.hear(agents, 'agent.resumed', {
      companyId: other.companyId, entityId: other.manager.id,
      payload: { ...moved, reportsTo: other.stranger.id, version: 2 } as never,
    });
    await expect(stage.as(other.ceo).releaseIssue({ issueId: issue.id }))
      .rejects.toEqual(refusedWith('not_the_owner'));
    expect((await asStranger.releaseIssue({ issueId: issue.id })).status).toBe('todo');
  });

  it('keeps a CEO without a strategy from starting work, and from nothing else', async () => {
    const issue = await create({ status: 'todo', assigneeAgentId: team.ann.id });
    await expect(patch(issue, { status: 'in_progress' }, team.ceo))
      .rejects.toEqual(refusedWith('strategy_not_approved'));
    const seen = await stage.as(team.ceo).getIssue({ issueId: issue.id });
    expect(seen.allowedTransitions).toEqual(['cancelled']);
    expect((await patch(issue, { title: 'Led', comment: 'Go on' }, team.ceo)).title).toBe('Led');
  });

  it('finishes unreviewed where the company asks for no review', async () => {
    const other = await people(stage, { reviewRequired: false });
    const issue = await stage.as(other.board).createIssue({
      companyId: other.companyId, title: 'Work', status: 'in_progress',
      assigneeAgentId: other.ann.id,
    });
    const seen = await stage.as(other.ann).getIssue({ issueId: issue.id });
    expect(seen.allowedTransitions).toContain('done');
    expect((await patch(issue, { status: 'done' }, other.ann)).completedAt).not.toBeNull();
    const reviewed = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    await expect(patch(reviewed, { status: 'done' }, team.ann))
      .rejects.toEqual(refusedWith('illegal_transition'));
  });

  it('adds a comment in the same call, and alone changes no status', async () => {
    const issue = await create({ status: 'todo' });
    const answer = await patch(issue, { comment: 'On it, @bob' }, team.ann);
    expect(answer).toMatchObject({
      status: 'todo', version: 1, comment: {
        body: 'On it, @bob', authorAgentId: team.ann.id, issueId: issue.id,
        mentions: [{ agentId: team.bob.id, name: 'Bob', woken: true, reason: null }],
      },
    });
    expect((await saidOf(issue)).map(({ type }) => type)).toEqual(['issue.commented']);
    await patch(issue, { priority: 'low', comment: 'Later' });
    expect((await saidOf(issue)).map(({ type }) => type))
      .toEqual(['issue.commented', 'issue.updated', 'issue.commented']);
  });

  it('writes no comment when the change is refused', async () => {
    const issue = await create();
    await expect(patch(issue, { status: 'done', comment: 'Done!' }))
      .rejects.toEqual(refusedWith('illegal_transition'));
    expect(await stage.as(team.board).listComments({ issueId: issue.id })).toEqual([]);
  });

  it('refuses a stale version', async () => {
    const issue = await create();
    await patch(issue, { title: 'New', ifVersion: 1 });
    await expect(patch(issue, { title: 'Newer', ifVersion: 1 }))
      .rejects.toEqual(refusedWith('version_mismatch', { status: 412 }));
  });

  it('makes no cycle of parents, also when two moves meet', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await patch(b, { parentId: a.id });
    await patch(c, { parentId: b.id });
    await expect(patch(a, { parentId: c.id })).rejects.toEqual(refusedWith('would_make_cycle'));
    await expect(patch(a, { parentId: a.id })).rejects.toEqual(refusedWith('would_make_cycle'));
    await expect(patch(a, { parentId: newId() })).rejects.toEqual(refusedWith('issue_not_found'));
    for (let round = 0; round < 20; round += 1) {
      const [left, right] = [await create(), await create()];
      const moved = await Promise.allSettled([
        patch(left, { parentId: right.id }), patch(right, { parentId: left.id }),
      ]);
      expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await patch(c, { parentId: null })).parentId).toBeNull();
  });

  it('hides issues of other companies', async () => {
    const issue = await create();
    const other = await people(stage);
    await expect(patch(issue, { title: 'Mine' }, other.ann))
      .rejects.toEqual(refusedWith('issue_not_found'));
    await expect(stage.as(team.board).updateIssue({ issueId: 'ZZZ-999999', title: 'New' }))
      .rejects.toEqual(refusedWith('issue_not_found'));
  });
});
