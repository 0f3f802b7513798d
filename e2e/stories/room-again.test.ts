import { agents, approvals, billing, composed } from '@muster/contracts';
import { describe, expect, test } from 'vitest';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import type { Member } from '../harness/builders.ts';
import { useCommonWorld } from '../harness/stack.ts';

const world = useCommonWorld();

const spend = ({ caller, agent: { id: agentId, companyId } }: Member, costCents: number) =>
  caller.call(billing, 'recordCost', {
    companyId, agentId, costCents, provider: 'test', model: 'test',
  });

const standingOf = async ({ agent }: Member) => {
  const found = await world().board.call(agents, 'getAgent', { agentId: agent.id });
  const { status, pauseReason, budgetMonthlyCents } = found;
  return { status, pauseReason, budgetMonthlyCents };
};

describe('an agent that stopped because a budget was spent', () => {
  test('goes on when the board approves the override it asked for', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board);
    const member = await addMember(world(), companyId, { budgetMonthlyCents: 100 });
    const { caller } = member;
    const issue = await addIssue(caller, companyId);
    const asked = await caller.call(approvals, 'createApproval', {
      companyId, type: 'budget_override_required', payload: { amountCents: 50 },
    });
    const path = `/api/issues/${issue.identifier}/approvals`;
    expect(await caller.post(path, { approvalId: asked.id })).toMatchObject({
      status: 201, body: [{ id: asked.id }],
    });
    await spend(member, 120);
    expect(await standingOf(member)).toMatchObject({ status: 'paused', pauseReason: 'budget' });
    await board.call(approvals, 'approveApproval', { approvalId: asked.id });
    expect(await standingOf(member)).toEqual({
      status: 'idle', pauseReason: null, budgetMonthlyCents: 150,
    });
    const about = await caller.get(`/api/approvals/${asked.id}/issues`);
    expect(composed.listApprovalIssues.output.parse(about.body)).toMatchObject([
      { id: issue.id, identifier: issue.identifier },
    ]);
    expect(await caller.delete(`${path}/${asked.id}`)).toMatchObject({ body: { ok: true } });
    expect((await caller.get(path)).body).toEqual([]);
  });

  test('goes on when the board raises the budget of the company', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board, { budgetMonthlyCents: 100 });
    const member = await addMember(world(), companyId);
    await spend(member, 120);
    expect(await standingOf(member)).toMatchObject({ status: 'paused', pauseReason: 'budget' });
    await board.call(agents, 'updateCompanyBudget', { companyId, budgetMonthlyCents: 500 });
    expect(await standingOf(member)).toMatchObject({ status: 'idle', pauseReason: null });
  });
});
