import { agents, billing, type AgentSnapshot } from '@muster/contracts';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import type { ApprovalsStage } from './requests.ts';

const board = boardActor();
let stage: ApprovalsStage;
let companyId: string;
let agent: AgentSnapshot;

beforeAll(async () => {
  stage = await openStage(approvalsService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ companyId } = await stage.given.company());
  agent = await stage.given.agent(companyId);
});

const budget = (
  name: 'budget.exhausted' | 'budget.restored',
  scope: 'agent' | 'company' = 'agent',
) => {
  const agentId = scope === 'agent' ? agent.agentId : null;
  return stage.receive(billing, name, {
    companyId,
    entityId: agentId ?? companyId,
    payload: { scope, agentId, month: '2026-11', limitCents: 100, spentCents: 130 },
  });
};
const overrides = () =>
  stage.as(board).listApprovals({
    companyId,
    type: ['budget_override_required'],
  });
const eventTypesOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId).map(({ type }) => type);

describe('openOverrideOfSpentBudget', () => {
  it('requests in the name of the agent a raise that gives it its limit once more', async () => {
    const { agentId } = agent;
    await budget('budget.exhausted');
    const [request, ...more] = await overrides();
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      status: 'pending',
      requestedByAgentId: agentId,
      requestedByUserId: null,
      payload: { agentId, amountCents: 130, limitCents: 100, spentCents: 130, month: '2026-11' },
    });
    const emitted = (await stage.emitted('approval.created')).at(-1);
    expect(emitted).toMatchObject({
      entityId: request?.id,
      actorType: 'system',
      payload: { requestedByAgentId: agentId, budgetRaise: { agentId, amountCents: 130 } },
    });
  });

  it('requests once, however often the event arrives', async () => {
    await budget('budget.exhausted');
    await stage.redeliver();
    expect(await overrides()).toHaveLength(1);
  });

  it('requests nothing while a request is open, and again at the next exhaustion', async () => {
    const { agentId } = agent;
    const own = await stage.as(agentActor(companyId, { id: agentId })).createApproval({
      companyId,
      type: 'budget_override_required',
      payload: { amountCents: 10 },
    });
    await budget('budget.exhausted');
    expect((await overrides()).map(({ id }) => id)).toEqual([own.id]);
    await stage.as(board).rejectApproval({ approvalId: own.id });
    await budget('budget.restored');
    await budget('budget.exhausted');
    expect((await overrides()).map(({ status }) => status)).toEqual(['pending', 'rejected']);
  });

  it('leaves the budget of a company to the board', async () => {
    await budget('budget.exhausted', 'company');
    expect(await overrides()).toEqual([]);
  });

  it('requests nothing for a terminated agent', async () => {
    await terminate();
    await budget('budget.exhausted');
    expect(await overrides()).toEqual([]);
  });
});

const terminate = () => {
  agent = { ...agent, status: 'terminated', version: agent.version + 1 };
  return stage.receive(agents, 'agent.terminated', {
    companyId,
    entityId: agent.agentId,
    payload: agent,
  });
};

describe('approving an override', () => {
  const limit = (budgetMonthlyCents: number) => {
    agent = { ...agent, budgetMonthlyCents, version: agent.version + 1 };
    return stage.receive(agents, 'agent.updated', {
      companyId,
      entityId: agent.agentId,
      payload: { ...agent, changedKeys: ['budgetMonthlyCents'] },
    });
  };
  const asked = () =>
    stage.as(agentActor(companyId, { id: agent.agentId })).createApproval({
      companyId,
      type: 'budget_override_required',
      payload: { amountCents: 50 },
    });
  const raiseIn = async (entityId: string) => {
    const approved = await stage.emitted('approval.approved');
    return approved.find((event) => event.entityId === entityId)?.payload.budgetRaise;
  };

  it('shows the limit that it gives, before and after', async () => {
    await limit(100);
    const { id: approvalId, newBudgetMonthlyCents } = await asked();
    expect(newBudgetMonthlyCents).toBe(150);
    await limit(120);
    expect(await overrides()).toMatchObject([{ newBudgetMonthlyCents: 170 }]);
    const approved = await stage.as(board).approveApproval({ approvalId });
    expect(approved.newBudgetMonthlyCents).toBe(170);
    await limit(170);
    expect(await stage.as(board).getApproval({ approvalId })).toEqual(approved);
    expect(await raiseIn(approvalId)).toEqual({ agentId: agent.agentId, amountCents: 50 });
  });

  it('may choose the limit, which is then no other', async () => {
    await limit(100);
    const { id: approvalId } = await asked();
    const approve = (budgetMonthlyCents?: number) =>
      stage.as(board).approveApproval({ approvalId, budgetMonthlyCents });
    expect(await approve(400)).toMatchObject({ status: 'approved', newBudgetMonthlyCents: 400 });
    expect(await raiseIn(approvalId)).toMatchObject({ amountCents: 300, limitCents: 400 });
    expect(await approve(400)).toMatchObject({ version: 2 });
    expect(await approve()).toMatchObject({ version: 2 });
    await expect(approve(500)).rejects.toMatchObject({
      code: 'approval_already_decided',
      details: { budgetMonthlyCents: 400 },
    });
  });

  it('is refused with a limit that is no raise, or that the approval does not give', async () => {
    await limit(100);
    const { id: approvalId } = await asked();
    const refused = { code: 'limit_not_raised', details: { budgetMonthlyCents: 100 } };
    const approve = (id: string, budgetMonthlyCents: number) =>
      stage.as(board).approveApproval({ approvalId: id, budgetMonthlyCents });
    await expect(approve(approvalId, 100)).rejects.toMatchObject(refused);
    await limit(0);
    expect(await overrides()).toMatchObject([{ status: 'pending', newBudgetMonthlyCents: 0 }]);
    await expect(approve(approvalId, 100)).rejects.toMatchObject({ code: 'limit_not_raised' });
    const other = await stage.as(board).createApproval({
      companyId,
      type: 'request_board_approval',
      payload: {},
    });
    await expect(approve(other.id, 100)).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['budgetMonthlyCents'] }],
    });
  });
});

describe('withdrawOverrideOfRestoredBudget', () => {
  it('cancels the request made in the name of the agent, once', async () => {
    await budget('budget.exhausted');
    await budget('budget.restored');
    await stage.redeliver();
    const [{ id, status } = expect.fail('nothing was asked')] = await overrides();
    expect(status).toBe('cancelled');
    expect(await eventTypesOf(id)).toEqual(['approval.created', 'approval.cancelled']);
  });

  it('cancels it also after a revision was requested, and after a termination', async () => {
    await budget('budget.exhausted');
    const [{ id } = expect.fail('nothing was asked')] = await overrides();
    await stage.as(board).requestRevision({ approvalId: id });
    await terminate();
    expect(await overrides()).toMatchObject([{ id, status: 'cancelled' }]);
  });

  it('leaves requests of the agent itself, and decided ones', async () => {
    const own = await stage.as(agentActor(companyId, { id: agent.agentId })).createApproval({
      companyId,
      type: 'budget_override_required',
      payload: { amountCents: 10 },
    });
    await budget('budget.restored');
    expect(await overrides()).toMatchObject([{ id: own.id, status: 'pending' }]);
    await stage.as(board).approveApproval({ approvalId: own.id });
    await budget('budget.exhausted');
    const [request = expect.fail('nothing was asked')] = await overrides();
    await stage.as(board).approveApproval({ approvalId: request.id });
    await budget('budget.restored');
    expect((await overrides()).map(({ status }) => status)).toEqual(['approved', 'approved']);
  });

  it('follows a revised request to the agent that it names', async () => {
    const other = await stage.given.agent(companyId);
    const own = await stage.as(board).createApproval({
      companyId,
      type: 'budget_override_required',
      requestedByAgentId: other.agentId,
      payload: { amountCents: 10 },
    });
    await stage.as(board).requestRevision({ approvalId: own.id });
    await stage.as(board).resubmitApproval({
      approvalId: own.id,
      payload: { amountCents: 20, agentId: agent.agentId },
    });
    await budget('budget.exhausted');
    expect(await overrides()).toHaveLength(1);
  });
});
