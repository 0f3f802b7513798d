import { agents, type Issue } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('updateIssue: who may change what', () => {
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

  it('lets managers move work in progress, and no other agents', async () => {
    const issue = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    for (const status of ['blocked', 'in_review'] as const) {
      await expect(patch(issue, { status }, team.bob)).rejects.toEqual(
        refusedWith('not_the_owner', { status: 409 }),
      );
    }
    expect((await patch(issue, { status: 'blocked' }, team.ceo)).status).toBe('blocked');
    expect((await patch(issue, { status: 'todo' }, team.bob)).status).toBe('todo');
  });

  it('cancels by the rule of the team', async () => {
    const fromBoard = await create({ assigneeAgentId: team.ann.id });
    await expect(patch(fromBoard, { status: 'cancelled' }, team.ann)).rejects.toEqual(
      refusedWith('cancel_needs_manager', {
        status: 403,
        hint:
          'reassign it to your manager, the first in chainOfCommand of GET /api/agents/me, with a ' +
          'comment: PATCH /api/issues/:issueId',
      }),
    );
    const cancelled = await patch(fromBoard, { status: 'cancelled' }, team.manager);
    expect(cancelled.cancelledAt).toEqual(expect.any(String));

    const assigners = {
      chain: team.ceo,
      manager: team.manager,
      peer: team.bob,
      itself: team.ann,
    };
    for (const assigner of Object.values(assigners)) {
      const issue = await create({ assigneeAgentId: team.ann.id }, assigner);
      expect((await patch(issue, { status: 'cancelled' }, team.ann)).status).toBe('cancelled');
    }
    const fromReport = await create({ assigneeAgentId: team.manager.id }, team.ann);
    expect((await patch(fromReport, { status: 'cancelled' }, team.manager)).status).toBe(
      'cancelled',
    );
    const fromStranger = await create({ assigneeAgentId: team.ann.id }, team.stranger);
    await expect(patch(fromStranger, { status: 'cancelled' }, team.ann)).rejects.toEqual(
      refusedWith('cancel_needs_manager'),
    );
    await expect(patch(fromStranger, { status: 'cancelled' }, team.stranger)).rejects.toEqual(
      refusedWith('not_the_owner'),
    );
    const nobodys = await create();
    expect((await patch(nobodys, { status: 'cancelled' }, team.stranger)).status).toBe('cancelled');
  });

  const assign = (issue: Issue, agent: { id: string } | null, who: Caller) =>
    patch(issue, { assigneeAgentId: agent?.id ?? null }, who);
  const cancel = (issue: Issue, who: Caller) => patch(issue, { status: 'cancelled' }, who);
  const refusal = refusedWith('cancel_needs_manager', { status: 403 });

  it('gives no right to cancel for assigning an issue from outside away and back', async () => {
    for (const assigner of [team.board, team.stranger]) {
      const issue = await create({ assigneeAgentId: team.ann.id }, assigner);
      await assign(issue, team.bob, team.ann);
      await expect(cancel(issue, team.bob)).rejects.toEqual(refusal);
      await assign(issue, team.ann, team.bob);
      await expect(cancel(issue, team.ann)).rejects.toEqual(refusal);
      const seen = await stage.as(team.ann).getIssue({ issueId: issue.id });
      expect(seen.allowedTransitions).not.toContain('cancelled');
      expect((await cancel(issue, team.manager)).status).toBe('cancelled');
    }
  });

  it('gives no right to cancel for unassigning or releasing an issue from outside', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id });
    await assign(issue, null, team.ann);
    for (const agent of [team.ann, team.bob, team.stranger]) {
      await expect(cancel(issue, agent)).rejects.toEqual(refusal);
    }
    const started = { expectedStatuses: ['todo' as const], agentId: team.ann.id };
    const claimed = await create({ assigneeAgentId: team.ann.id, status: 'todo' });
    const issueId = claimed.id;
    for (let times = 0; times < 2; times += 1) {
      await stage.as(team.ann).checkoutIssue({ issueId, ...started });
      await stage.as(team.ann).releaseIssue({ issueId });
      await expect(cancel(claimed, team.ann)).rejects.toEqual(refusal);
    }
    await stage.as(team.ann).checkoutIssue({ issueId, ...started });
    await expect(cancel(claimed, team.ann)).rejects.toEqual(refusal);
    expect((await cancel(claimed, team.manager)).status).toBe('cancelled');
    expect((await cancel(issue, team.board)).status).toBe('cancelled');
  });

  it('gives a manager no right to cancel for assigning to a report and back', async () => {
    const issue = await create({ assigneeAgentId: team.manager.id });
    await assign(issue, team.ann, team.manager);
    await expect(cancel(issue, team.manager)).rejects.toEqual(refusal);
    await assign(issue, team.manager, team.ann);
    await expect(cancel(issue, team.manager)).rejects.toEqual(refusal);
    expect((await cancel(issue, team.ceo)).status).toBe('cancelled');
  });

  it('gives the right to cancel with an assignment by a manager', async () => {
    const back = await create({ assigneeAgentId: team.ann.id });
    await assign(back, team.manager, team.ann);
    await assign(back, team.ann, team.manager);
    expect((await cancel(back, team.ann)).status).toBe('cancelled');
    const onward = await create({ assigneeAgentId: team.manager.id });
    await assign(onward, team.ann, team.manager);
    expect((await cancel(onward, team.ann)).status).toBe('cancelled');
    const asked = await create({ assigneeAgentId: team.ann.id });
    await assign(asked, team.manager, team.ann);
    expect((await cancel(asked, team.manager)).status).toBe('cancelled');
  });

  it('gives no right to cancel for taking an issue from its owner', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id }, team.manager);
    await assign(issue, team.stranger, team.stranger);
    await expect(cancel(issue, team.stranger)).rejects.toEqual(refusal);
    const { id: assigneeUserId } = await addMember(stage, team);
    const users = await create({ assigneeUserId });
    await assign(users, team.stranger, team.stranger);
    await expect(cancel(users, team.stranger)).rejects.toEqual(refusal);
  });

  it('keeps the assigner of an issue whose agent is terminated', async () => {
    const { agentId: id, ...snapshot } = await stage.given.agent(team.companyId, {
      name: 'Tom',
      reportsTo: team.manager.id,
    });
    const issue = await create({ assigneeAgentId: id });
    await stage.receive(agents, 'agent.terminated', {
      companyId: team.companyId,
      entityId: id,
      payload: { ...snapshot, agentId: id, status: 'terminated', version: 2 } as never,
    });
    await assign(issue, team.ann, team.ann);
    await expect(cancel(issue, team.ann)).rejects.toEqual(refusal);
    expect((await cancel(issue, team.manager)).status).toBe('cancelled');
  });

  it('follows a manager that moves with its reports', async () => {
    const other = await openTeam(stage);
    const issue = await stage.as(other.board).createIssue({
      companyId: other.companyId,
      title: 'Work',
      status: 'in_progress',
      assigneeAgentId: other.ann.id,
    });
    const asStranger = stage.as(other.stranger);
    await expect(asStranger.releaseIssue({ issueId: issue.id })).rejects.toEqual(
      refusedWith('not_the_owner'),
    );
    const moved = other.snapshots[other.manager.id];
    await stage.receive(agents, 'agent.resumed', {
      companyId: other.companyId,
      entityId: other.manager.id,
      payload: { ...moved, reportsTo: other.stranger.id, version: 2 } as never,
    });
    await expect(stage.as(other.ceo).releaseIssue({ issueId: issue.id })).rejects.toEqual(
      refusedWith('not_the_owner'),
    );
    expect((await asStranger.releaseIssue({ issueId: issue.id })).status).toBe('todo');
  });

  it('hides issues of other companies', async () => {
    const issue = await create();
    const other = await openTeam(stage);
    await expect(patch(issue, { title: 'Mine' }, other.ann)).rejects.toEqual(
      refusedWith('issue_not_found'),
    );
    await expect(
      stage.as(team.board).updateIssue({ issueId: 'ZZZ-999999', title: 'New' }),
    ).rejects.toEqual(refusedWith('issue_not_found'));
  });
});
