import { agents, approvals, billing, composed } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  addIssue,
  addAgentWithKey,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

const spend = ({ caller, agent: { id: agentId, companyId } }: AgentWithKey, costCents: number) =>
  caller.call(billing, 'recordCost', {
    companyId,
    agentId,
    costCents,
    provider: 'test',
    model: 'test',
  });

const budgetStateOf = async ({ agent }: AgentWithKey) => {
  const found = await world().board.call(agents, 'getAgent', { agentId: agent.id });
  const { status, pauseReason, budgetMonthlyCents } = found;
  return { status, pauseReason, budgetMonthlyCents };
};

describe('an agent that is paused by a spent budget', () => {
  it('is resumed when the board approves its override', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const member = await addAgentWithKey(world(), companyId, { budgetMonthlyCents: 100 });
    const { caller } = member;
    const issue = await addIssue(caller, companyId);
    const asked = await caller.call(approvals, 'createApproval', {
      companyId,
      type: 'budget_override_required',
      payload: { amountCents: 50 },
    });
    const path = `/api/issues/${issue.identifier}/approvals`;
    expect(await caller.post(path, { approvalId: asked.id })).toMatchObject({
      status: 201,
      body: [{ id: asked.id }],
    });
    await spend(member, 120);
    expect(await budgetStateOf(member)).toMatchObject({ status: 'paused', pauseReason: 'budget' });
    await board.call(approvals, 'approveApproval', { approvalId: asked.id });
    expect(await budgetStateOf(member)).toEqual({
      status: 'idle',
      pauseReason: null,
      budgetMonthlyCents: 150,
    });
    const about = await caller.get(`/api/approvals/${asked.id}/issues`);
    expect(composed.listApprovalIssues.output.parse(about.body)).toMatchObject([
      { id: issue.id, identifier: issue.identifier },
    ]);
    expect(await caller.delete(`${path}/${asked.id}`)).toMatchObject({ body: { ok: true } });
    expect((await caller.get(path)).body).toEqual([]);
  });

  it('is resumed when the board voids the cost that spent it', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board, { budgetMonthlyCents: 100 });
    const member = await addAgentWithKey(world(), companyId, { budgetMonthlyCents: 100 });
    const { id: costId } = await spend(member, 120);
    expect(await budgetStateOf(member)).toMatchObject({ status: 'paused', pauseReason: 'budget' });
    const voided = await board.call(billing, 'voidCost', { companyId, costId, reason: 'Twice.' });
    expect(voided).toMatchObject({ costCents: -120, voidsCostId: costId });
    expect(await budgetStateOf(member)).toMatchObject({ status: 'idle', pauseReason: null });
    expect(await board.call(agents, 'getCompany', { companyId })).toMatchObject({
      spentMonthlyCents: 0,
    });
    const dashboard = await board.get(`/api/companies/${companyId}/dashboard`);
    const { costs } = composed.getDashboard.output.parse(dashboard.body);
    expect(costs.monthSpendCents).toBe(0);
    const activity = await board.get(`/api/companies/${companyId}/activity?action=cost.voided`);
    expect(activity.body).toMatchObject([{ details: { costEventId: costId, reason: 'Twice.' } }]);
    const open = await board.call(approvals, 'listApprovals', { companyId, status: ['pending'] });
    expect(open).toEqual([]);
  });

  it('is resumed when the board raises the budget of the company', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board, { budgetMonthlyCents: 100 });
    const member = await addAgentWithKey(world(), companyId);
    await spend(member, 120);
    expect(await budgetStateOf(member)).toMatchObject({ status: 'paused', pauseReason: 'budget' });
    await board.call(agents, 'updateCompanyBudget', { companyId, budgetMonthlyCents: 500 });
    expect(await budgetStateOf(member)).toMatchObject({ status: 'idle', pauseReason: null });
  });
});
