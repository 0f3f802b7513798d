import { agents, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

let stage: ApprovalsStage;
let companyId: string;
const board = boardActor();

beforeAll(async () => {
  stage = await openStage(approvalsService);
  await stage.standIn(issues);
  ({ companyId } = await stage.given.company());
});
afterAll(() => stage.close());

const eventsOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId);

describe('openApprovalOfHire', () => {
  it('opens a pending approval under the id of the hire, linked to its source issues', async () => {
    const sourceIssueIds = [newId(), newId()];
    const managerId = newId();
    const hire = await givenHire(stage, companyId, {
      requestedByAgentId: managerId,
      sourceIssueIds,
    });
    const { agent, approvalId, event } = hire;
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject({
      id: approvalId,
      companyId,
      type: 'hire_agent',
      status: 'pending',
      requestedByAgentId: managerId,
      payload: { name: agent.name },
    });
    const [created, ...more] = await eventsOf(approvalId);
    expect(more).toEqual([]);
    expect(created).toMatchObject({
      type: 'approval.created',
      actorType: 'system',
      payload: { agentId: agent.agentId, requestedByAgentId: managerId },
    });
    expect(created?.payload['issueIds']).toEqual(sourceIssueIds);
    expect(event.payload.hire.adapterConfig.env.KEY).toBe('sk-live-1');
    expect(JSON.stringify(created)).not.toContain('sk-live-1');
  });

  it('opens it once, however often the event arrives', async () => {
    const { approvalId } = await givenHire(stage, companyId, { requestedByUserId: board.id });
    await stage.redeliver();
    expect(await eventsOf(approvalId)).toHaveLength(1);
    const { requestedByUserId } = await stage.as(board).getApproval({ approvalId });
    expect(requestedByUserId).toBe(board.id);
  });
});

describe('cancelApprovalOfTerminatedHire', () => {
  const terminate = async (agent: Awaited<ReturnType<typeof givenHire>>['agent']) =>
    stage.receive(agents, 'agent.terminated', {
      companyId,
      entityId: agent.agentId,
      payload: { ...agent, status: 'terminated', version: agent.version + 1 },
    });

  it('cancels the approval of a hire whose agent is terminated, once', async () => {
    const { agent, approvalId } = await givenHire(stage, companyId);
    await terminate(agent);
    await stage.redeliver();
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject({
      status: 'cancelled',
      decidedAt: null,
      decidedByUserId: null,
      version: 2,
    });
    expect((await eventsOf(approvalId)).map(({ type }) => type)).toEqual([
      'approval.created',
      'approval.cancelled',
    ]);
    await expect(stage.as(board).approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided',
    });
  });

  it('leaves a decided approval', async () => {
    const { agent, approvalId } = await givenHire(stage, companyId);
    const rejected = await stage.as(board).rejectApproval({ approvalId });
    await terminate(agent);
    expect(await stage.as(board).getApproval({ approvalId })).toEqual(rejected);
  });
});

describe('copyRoster and copyCompanies', () => {
  it('keep the newest copy: a former CEO may request no strategy', async () => {
    const ceo = await stage.given.agent(companyId, { role: 'ceo', version: 3 });
    await stage.receive(agents, 'agent.paused', {
      companyId,
      entityId: ceo.agentId,
      payload: { ...ceo, role: 'engineer', version: 2 },
    });
    const asCeo = stage.as(agentActor(companyId, { id: ceo.agentId }));
    const strategy = {
      companyId,
      type: 'approve_ceo_strategy',
      payload: { plan: 'grow' },
    } as const;
    expect((await asCeo.createApproval(strategy)).status).toBe('pending');
    await stage.receive(agents, 'agent.terminated', {
      companyId,
      entityId: ceo.agentId,
      payload: { ...ceo, status: 'terminated', version: 4 },
    });
    await expect(asCeo.createApproval(strategy)).rejects.toMatchObject({ code: 'ceo_only' });
  });

  it('copy that a company has left the archive', async () => {
    const company = await stage.given.company({ status: 'archived' });
    await stage.receive(agents, 'company.updated', {
      companyId: company.companyId,
      entityId: company.companyId,
      payload: { ...company, status: 'active', version: 2 },
    });
    const approval = await stage.as(board).createApproval({
      companyId: company.companyId,
      type: 'request_board_approval',
      payload: {},
    });
    expect(approval.status).toBe('pending');
  });
});
