import { agents, gateway, IssueStatus, type Issue } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { agentActor, openStage, replay } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const create = (fields: object = {}, of: Team = team): Promise<Issue> =>
  stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });

const receiveAgentEvent = (
  name: 'agent.terminated' | 'agent.paused' | 'agent.activated',
  of: Team,
  id: string,
  changes: object,
) =>
  stage.receive(agents, name, {
    companyId: of.companyId,
    entityId: id,
    payload: { ...of.snapshots[id], version: 2, ...changes } as never,
  });

describe('freeWorkOfTerminatedAgent', () => {
  it('returns work in progress to todo and unassigns the rest', async () => {
    const otherTeam = await openTeam(stage);
    const { ann } = otherTeam;
    const made = new Map<IssueStatus, Issue>();
    for (const status of IssueStatus.options) {
      made.set(status, await create({ status, assigneeAgentId: ann.id }, otherTeam));
    }
    const of = (status: IssueStatus): Issue => made.get(status) as Issue;
    await receiveAgentEvent('agent.terminated', otherTeam, ann.id, { status: 'terminated' });
    for (const status of IssueStatus.options) {
      const { id: issueId, startedAt } = of(status);
      const after = await stage.as(otherTeam.board).getIssue({ issueId });
      const isFinal = status === 'done' || status === 'cancelled';
      expect(after).toMatchObject({
        status: status === 'in_progress' ? 'todo' : status,
        startedAt,
        assigneeAgentId: isFinal ? ann.id : null,
        checkoutRunId: null,
      });
    }
    const emitted = async (type: 'issue.released' | 'issue.assigned') =>
      (await stage.emitted(type)).filter(
        ({ actorType, payload }) =>
          actorType === 'system' && payload['previousAssigneeAgentId'] === ann.id,
      );
    const released = await emitted('issue.released');
    expect(released.map(({ entityId }) => entityId)).toEqual([of('in_progress').id]);
    const unassigned = (['backlog', 'todo', 'in_review', 'blocked'] as const).map(of);
    expect(new Set((await emitted('issue.assigned')).map(({ entityId }) => entityId))).toEqual(
      new Set(unassigned.map(({ id }) => id)),
    );
    await stage.redeliver();
    expect(await emitted('issue.released')).toEqual(released);
  });

  it('leaves no work in progress with an agent that is terminated during a claim', async () => {
    const otherTeam = await openTeam(stage);
    const claimed: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { agentId } = await stage.given.agent(otherTeam.companyId, { name: `Racer ${round}` });
      const racer = stage.as(agentActor(otherTeam.companyId, { id: agentId }));
      const mine = await Promise.all(
        Array.from({ length: 5 }, () => create({ status: 'todo' }, otherTeam)),
      );
      const snapshot = {
        ...otherTeam.snapshots[otherTeam.ann.id],
        agentId,
        name: `Racer ${round}`,
      };
      const ended = stage.receive(agents, 'agent.terminated', {
        companyId: otherTeam.companyId,
        entityId: agentId,
        payload: { ...snapshot, status: 'terminated', version: 2 } as never,
      });
      await Promise.allSettled(
        mine.map(({ id }) =>
          racer.checkoutIssue({ issueId: id, agentId, expectedStatuses: ['todo'] }),
        ),
      );
      await ended;
      claimed.push(agentId);
    }
    const held = await many(
      stage.db,
      sql`
      select id from issues where assignee_agent_id = any(${claimed}::uuid[]) order by id limit 9`,
    );
    expect(held).toEqual([]);
  });
});

describe('copyRoster', () => {
  it('copies a waiting agent, which gets work once it is activated', async () => {
    const { agentId } = await stage.given.agent(team.companyId, { status: 'pending_approval' });
    await expect(create({ assigneeAgentId: agentId })).rejects.toEqual(
      refusedWith('agent_not_assignable'),
    );
    const payload = { ...team.snapshots[team.bob.id], agentId, name: 'Hired', version: 2 };
    await stage.receive(agents, 'agent.activated', {
      companyId: team.companyId,
      entityId: agentId,
      payload: payload as never,
    });
    expect((await create({ assigneeAgentId: agentId })).assigneeAgentId).toBe(agentId);
  });

  it('keeps the newer of two snapshots, in whatever order they arrive', async () => {
    const otherTeam = await openTeam(stage);
    await receiveAgentEvent('agent.paused', otherTeam, otherTeam.ann.id, {
      status: 'paused',
      version: 5,
    });
    await receiveAgentEvent('agent.activated', otherTeam, otherTeam.ann.id, {
      status: 'idle',
      version: 4,
    });
    const { id } = await create({ status: 'todo' }, otherTeam);
    await expect(
      stage.as(otherTeam.ann).checkoutIssue({
        issueId: id,
        agentId: otherTeam.ann.id,
        expectedStatuses: ['todo'],
      }),
    ).rejects.toEqual(refusedWith('agent_paused'));
  });

  it('updates the managers of all agents below one that moves', async () => {
    const otherTeam = await openTeam(stage);
    await receiveAgentEvent('agent.activated', otherTeam, otherTeam.manager.id, {
      reportsTo: otherTeam.stranger.id,
    });
    const chains = await many<{ agentId: string; chain: string[] }>(
      stage.db,
      sql`
      select agent_id, chain from roster where company_id = ${otherTeam.companyId}
      order by name limit 9`,
    );
    const chainOf = ({ id }: { id: string }) => chains.find(({ agentId }) => agentId === id)?.chain;
    expect(chainOf(otherTeam.manager)).toEqual([otherTeam.stranger.id]);
    expect(chainOf(otherTeam.ann)).toEqual([otherTeam.manager.id, otherTeam.stranger.id]);
    expect(chainOf(otherTeam.ceo)).toEqual([]);
  });
});

describe('copyCompanies', () => {
  it('copies the settings and not the counter', async () => {
    const otherTeam = await openTeam(stage);
    await create({}, otherTeam);
    const payload = { ...otherTeam.company, reviewRequired: false, version: 2 };
    const { companyId } = otherTeam;
    await stage.receive(agents, 'company.updated', { companyId, entityId: companyId, payload });
    expect((await create({}, otherTeam)).issueNumber).toBe(2);
    await stage.redeliver();
    expect((await create({}, otherTeam)).issueNumber).toBe(3);
  });
});

describe('copyMembers', () => {
  it('lets work be assigned to members and the caller only', async () => {
    const otherTeam = await openTeam(stage);
    const { companyId, board, ann } = otherTeam;
    const member = await addMember(stage, otherTeam);
    const other = await addMember(stage, team);
    const refusal = refusedWith('user_not_found', {
      status: 404,
      details: { field: 'assigneeUserId' },
    });
    const issue = await create({ assigneeUserId: member.id }, otherTeam);
    expect(issue.assigneeUserId).toBe(member.id);
    for (const assigneeUserId of [newId(), other.id]) {
      await expect(create({ assigneeUserId }, otherTeam)).rejects.toEqual(refusal);
      await expect(
        stage.as(ann).updateIssue({ issueId: issue.id, assigneeUserId }),
      ).rejects.toEqual(refusal);
    }
    // An instance admin is no member; an agent may return an issue to the admin who assigned it.
    expect((await create({ assigneeUserId: board.id }, otherTeam)).assigneeUserId).toBe(board.id);
    const back = await stage.as(ann).updateIssue({ issueId: issue.id, assigneeUserId: board.id });
    expect(back).toMatchObject({ assigneeUserId: board.id, assignedByAgentId: ann.id });

    const payload = { userId: member.id, name: 'Mo', role: 'operator' as const, permissions: [] };
    await stage.receive(gateway, 'member.removed', { companyId, entityId: member.id, payload });
    await expect(create({ assigneeUserId: member.id }, otherTeam)).rejects.toEqual(refusal);
    expect(
      await stage.as(ann).updateIssue({ issueId: issue.id, title: 'Still theirs' }),
    ).toMatchObject({ assigneeUserId: board.id });
  });

  it('keeps a member removed whose addition arrives late', async () => {
    const otherTeam = await openTeam(stage);
    const { companyId } = otherTeam;
    const { id: userId } = await addMember(stage, otherTeam);
    const payload = { userId, name: 'Mo', role: 'operator' as const, permissions: [] };
    await stage.receive(gateway, 'member.removed', { companyId, entityId: userId, payload });
    await replay(stage, { producer: 'gateway', companyId, reaction: 'copyMembers' });
    await expect(create({ assigneeUserId: userId }, otherTeam)).rejects.toEqual(
      refusedWith('user_not_found', { status: 404, details: { field: 'assigneeUserId' } }),
    );
  });
});
