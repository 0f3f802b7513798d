import { agents, approvals, gateway, IssueStatus, type Issue } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { agentActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, people, refusedWith, type IssuesStage, type People } from './people.ts';

let stage: IssuesStage;
let team: People;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await people(stage);
  // A sweep compares with every neighbour, also with one that has said nothing.
  await Promise.all([stage.neighbour(approvals), stage.neighbour(gateway)]);
});
afterAll(() => stage.close());

const create = (fields: object = {}, of: People = team): Promise<Issue> =>
  stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });

const agentSays = (
  name: 'agent.terminated' | 'agent.paused' | 'agent.activated',
  of: People,
  id: string,
  changes: object,
) =>
  stage.hear(agents, name, {
    companyId: of.companyId, entityId: id,
    payload: { ...of.snapshots[id], version: 2, ...changes } as never,
  });

describe('freeWorkOfTerminatedAgent', () => {
  it('returns what was begun to todo and takes the agent from the rest', async () => {
    const here = await people(stage);
    const { ann } = here;
    const made = new Map<IssueStatus, Issue>();
    for (const status of IssueStatus.options) {
      made.set(status, await create({ status, assigneeAgentId: ann.id }, here));
    }
    const of = (status: IssueStatus): Issue => made.get(status) as Issue;
    await agentSays('agent.terminated', here, ann.id, { status: 'terminated' });
    for (const status of IssueStatus.options) {
      const { id: issueId, startedAt } = of(status);
      const after = await stage.as(here.board).getIssue({ issueId });
      const isFinal = status === 'done' || status === 'cancelled';
      expect(after).toMatchObject({
        status: status === 'in_progress' ? 'todo' : status, startedAt,
        assigneeAgentId: isFinal ? ann.id : null, checkoutRunId: null,
      });
    }
    const said = async (type: 'issue.released' | 'issue.assigned') =>
      (await stage.said(type)).filter(({ actorType, payload }) =>
        actorType === 'system' && payload['previousAssigneeAgentId'] === ann.id);
    const released = await said('issue.released');
    expect(released.map(({ entityId }) => entityId)).toEqual([of('in_progress').id]);
    const unassigned = (['backlog', 'todo', 'in_review', 'blocked'] as const).map(of);
    expect(new Set((await said('issue.assigned')).map(({ entityId }) => entityId))).toEqual(
      new Set(unassigned.map(({ id }) => id)),
    );
    await stage.redeliver();
    expect(await said('issue.released')).toEqual(released);
  });

  it('leaves no work in progress with an agent that is terminated while it claims', async () => {
    const here = await people(stage);
    const claimed: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { agentId } = await stage.given.agent(here.companyId, { name: `Racer ${round}` });
      const racer = stage.as(agentActor(here.companyId, { id: agentId }));
      const mine = await Promise.all(Array.from({ length: 5 }, () =>
        create({ status: 'todo' }, here)));
      const snapshot = { ...here.snapshots[here.ann.id], agentId, name: `Racer ${round}` };
      const ended = stage.hear(agents, 'agent.terminated', {
        companyId: here.companyId, entityId: agentId,
        payload: { ...snapshot, status: 'terminated', version: 2 } as never,
      });
      await Promise.allSettled(mine.map(({ id }) =>
        racer.checkoutIssue({ issueId: id, agentId, expectedStatuses: ['todo'] })));
      await ended;
      claimed.push(agentId);
    }
    const held = await many(stage.db, sql`
      select id from issues where assignee_agent_id = any(${claimed}::uuid[]) order by id limit 9`);
    expect(held).toEqual([]);
  });
});

describe('keepRoster', () => {
  it('knows an agent that waits for approval and gives it work once it is activated', async () => {
    const { agentId } = await stage.given.agent(team.companyId, { status: 'pending_approval' });
    await expect(create({ assigneeAgentId: agentId }))
      .rejects.toEqual(refusedWith('agent_not_assignable'));
    const payload = { ...team.snapshots[team.bob.id], agentId, name: 'Hired', version: 2 };
    await stage.hear(agents, 'agent.activated', {
      companyId: team.companyId, entityId: agentId, payload: payload as never,
    });
    expect((await create({ assigneeAgentId: agentId })).assigneeAgentId).toBe(agentId);
  });

  it('keeps the newer of two snapshots, in whatever order they come', async () => {
    const here = await people(stage);
    await agentSays('agent.paused', here, here.ann.id, { status: 'paused', version: 5 });
    await agentSays('agent.activated', here, here.ann.id, { status: 'idle', version: 4 });
    const { id } = await create({ status: 'todo' }, here);
    await expect(stage.as(here.ann).checkoutIssue({
      issueId: id, agentId: here.ann.id, expectedStatuses: ['todo'],
    })).rejects.toEqual(refusedWith('agent_paused'));
  });

  it('keeps the managers of everybody below an agent that moves', async () => {
    const here = await people(stage);
    await agentSays('agent.activated', here, here.manager.id, { reportsTo: here.stranger.id });
    const chains = await many<{ agentId: string; chain: string[] }>(stage.db, sql`
      select agent_id, chain from roster where company_id = ${here.companyId}
      order by name limit 9`);
    const chainOf = ({ id }: { id: string }) =>
      chains.find(({ agentId }) => agentId === id)?.chain;
    expect(chainOf(here.manager)).toEqual([here.stranger.id]);
    expect(chainOf(here.ann)).toEqual([here.manager.id, here.stranger.id]);
    expect(chainOf(here.ceo)).toEqual([]);
  });
});

describe('keepCompanies', () => {
  it('keeps the settings and never the counter', async () => {
    const here = await people(stage);
    await create({}, here);
    const payload = { ...here.company, reviewRequired: false, version: 2 };
    const { companyId } = here;
    await stage.hear(agents, 'company.updated', { companyId, entityId: companyId, payload });
    expect((await create({}, here)).issueNumber).toBe(2);
    await stage.redeliver();
    expect((await create({}, here)).issueNumber).toBe(3);
  });
});

describe('keepMembers', () => {
  it('lets members be given work, the board itself, and nobody else', async () => {
    const here = await people(stage);
    const { companyId, board, ann } = here;
    const member = await addMember(stage, here);
    const other = await addMember(stage, team);
    const refusal = refusedWith('user_not_found', {
      status: 404, details: { field: 'assigneeUserId' },
    });
    const issue = await create({ assigneeUserId: member.id }, here);
    expect(issue.assigneeUserId).toBe(member.id);
    for (const assigneeUserId of [newId(), other.id]) {
      await expect(create({ assigneeUserId }, here)).rejects.toEqual(refusal);
      await expect(stage.as(ann).updateIssue({ issueId: issue.id, assigneeUserId }))
        .rejects.toEqual(refusal);
    }
    // An instance admin is a member of nothing; an agent may hand back what it was given by one.
    expect((await create({ assigneeUserId: board.id }, here)).assigneeUserId).toBe(board.id);
    const back = await stage.as(ann).updateIssue({ issueId: issue.id, assigneeUserId: board.id });
    expect(back).toMatchObject({ assigneeUserId: board.id, assignedByAgentId: ann.id });

    const payload = { userId: member.id, name: 'Mo', role: 'operator' as const, permissions: [] };
    await stage.hear(gateway, 'member.removed', { companyId, entityId: member.id, payload });
    await expect(create({ assigneeUserId: member.id }, here)).rejects.toEqual(refusal);
    expect(await stage.as(ann).updateIssue({ issueId: issue.id, title: 'Still theirs' }))
      .toMatchObject({ assigneeUserId: board.id });
  });
});
