import { agents, type Issue, type IssueStatus } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('updateIssue: status and assignee', () => {
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

  it('moves an issue from start to end and dates it', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id });
    const steps: IssueStatus[] = [
      'todo',
      'in_progress',
      'blocked',
      'todo',
      'in_progress',
      'in_review',
      'in_progress',
      'in_review',
      'done',
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
        status: 422,
        details: { from: 'done', to: 'todo', allowed: [] },
      }),
    );
  });

  it('refuses backlog to done and lists the allowed statuses', async () => {
    const issue = await create();
    await expect(patch(issue, { status: 'done' })).rejects.toEqual(
      refusedWith('illegal_transition', {
        details: { from: 'backlog', to: 'done', allowed: ['todo', 'cancelled'] },
      }),
    );
  });

  it('starts nothing without an assignee', async () => {
    const issue = await create({ status: 'todo' });
    await expect(patch(issue, { status: 'in_progress' })).rejects.toEqual(
      refusedWith('assignee_required'),
    );
    const started = await patch(issue, { status: 'in_progress', assigneeAgentId: team.ann.id });
    expect(started).toMatchObject({ status: 'in_progress', assigneeAgentId: team.ann.id });
    await expect(patch(issue, { assigneeAgentId: null })).rejects.toEqual(
      refusedWith('assignee_required'),
    );
  });

  it('reassigns work in progress without stopping it, and clears the run', async () => {
    const issue = await create({ status: 'todo' });
    const runId = newId();
    await stage.as({ ...team.ann, runId }).checkoutIssue({
      issueId: issue.id,
      agentId: team.ann.id,
      expectedStatuses: ['todo'],
    });
    const moved = await patch(issue, { assigneeAgentId: team.bob.id }, team.manager);
    expect(moved).toMatchObject({
      status: 'in_progress',
      assigneeAgentId: team.bob.id,
      checkoutRunId: null,
      assignedByAgentId: team.manager.id,
    });
    expect((await eventsOf(issue)).at(-1)).toMatchObject({
      type: 'issue.assigned',
      payload: {
        assigneeAgentId: team.bob.id,
        previousAssigneeAgentId: team.ann.id,
      },
    });
  });

  it('hands work in progress over by the rules of a claim', async () => {
    const begun = () => create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    const issue = await begun();
    const { agentId: paused } = await stage.given.agent(team.companyId, { status: 'paused' });
    for (const caller of [team.board, team.manager, team.ann]) {
      await expect(patch(issue, { assigneeAgentId: paused }, caller)).rejects.toEqual(
        refusedWith('agent_paused', { status: 403 }),
      );
    }
    for (const caller of [team.bob, team.stranger]) {
      await expect(patch(issue, { assigneeAgentId: caller.id }, caller)).rejects.toEqual(
        refusedWith('not_the_owner', { status: 409, details: expect.anything() }),
      );
    }
    expect(await patch(issue, { assigneeAgentId: team.bob.id }, team.ann)).toMatchObject({
      status: 'in_progress',
      assigneeAgentId: team.bob.id,
    });
    const waiting = await create({ status: 'todo', assigneeAgentId: team.ann.id });
    expect((await patch(waiting, { assigneeAgentId: paused }, team.ann)).assigneeAgentId).toBe(
      paused,
    );
  });

  it('puts no work in progress into the hands of a CEO without a strategy', async () => {
    const issue = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    for (const caller of [team.ceo, team.manager, team.ann]) {
      await expect(patch(issue, { assigneeAgentId: team.ceo.id }, caller)).rejects.toEqual(
        refusedWith('strategy_not_approved', { status: 403 }),
      );
    }
    await expect(patch(issue, { assigneeAgentId: team.bob.id }, team.ceo)).rejects.toEqual(
      refusedWith('strategy_not_approved'),
    );
    expect((await patch(issue, { assigneeAgentId: team.ceo.id })).assigneeAgentId).toBe(
      team.ceo.id,
    );
  });

  it('hands no work in progress over in a paused company', async () => {
    const other = await openTeam(stage);
    const { companyId } = other;
    const issue = await stage.as(other.board).createIssue({
      companyId,
      title: 'Work',
      status: 'in_progress',
      assigneeAgentId: other.ann.id,
    });
    const payload = { ...other.company, status: 'paused' as const, version: 2 };
    await stage.receive(agents, 'company.updated', { companyId, entityId: companyId, payload });
    const handOver = { issueId: issue.id, assigneeAgentId: other.bob.id };
    for (const caller of [other.board, other.manager]) {
      await expect(stage.as(caller).updateIssue(handOver)).rejects.toEqual(
        refusedWith('company_paused', { status: 422 }),
      );
    }
    const blocked = { ...handOver, status: 'blocked' as const };
    await expect(stage.as(other.manager).updateIssue(blocked)).rejects.toEqual(
      refusedWith('company_paused', { status: 422 }),
    );
    expect((await stage.as(other.board).updateIssue(blocked)).status).toBe('blocked');
  });

  it('has one assignee: naming one of either kind replaces the other', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id });
    const { id: assigneeUserId } = await addMember(stage, team);
    expect(await patch(issue, { assigneeUserId })).toMatchObject({
      assigneeAgentId: null,
      assigneeUserId,
    });
    expect(await patch(issue, { assigneeAgentId: team.bob.id })).toMatchObject({
      assigneeAgentId: team.bob.id,
      assigneeUserId: null,
    });
    await expect(patch(issue, { assigneeAgentId: team.bob.id, assigneeUserId })).rejects.toEqual(
      refusedWith('two_assignees'),
    );
  });

  it('refuses a CEO without a strategy to start work, and nothing else', async () => {
    const issue = await create({ status: 'todo', assigneeAgentId: team.ann.id });
    await expect(patch(issue, { status: 'in_progress' }, team.ceo)).rejects.toEqual(
      refusedWith('strategy_not_approved'),
    );
    const seen = await stage.as(team.ceo).getIssue({ issueId: issue.id });
    expect(seen.allowedTransitions).toEqual(['cancelled']);
    expect((await patch(issue, { title: 'Led', comment: 'Go on' }, team.ceo)).title).toBe('Led');
  });

  it('finishes without a review if the company requires none', async () => {
    const other = await openTeam(stage, { reviewRequired: false });
    const issue = await stage.as(other.board).createIssue({
      companyId: other.companyId,
      title: 'Work',
      status: 'in_progress',
      assigneeAgentId: other.ann.id,
    });
    const seen = await stage.as(other.ann).getIssue({ issueId: issue.id });
    expect(seen.allowedTransitions).toContain('done');
    expect((await patch(issue, { status: 'done' }, other.ann)).completedAt).not.toBeNull();
    const reviewed = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    await expect(patch(reviewed, { status: 'done' }, team.ann)).rejects.toEqual(
      refusedWith('illegal_transition'),
    );
  });
});
