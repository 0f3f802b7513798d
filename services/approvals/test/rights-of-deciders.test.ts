import type { Permission } from '@muster/contracts';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

let stage: ApprovalsStage;
let companyId: string;
let agentId: string;
beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  ({ agentId } = await stage.given.agent(companyId));
});
afterAll(() => stage.close());

const member = (...permissions: Permission[]) =>
  stage.as(boardActor({ companies: [{ companyId, role: 'operator', permissions }] }));
const override = { type: 'budget_override_required', payload: { amountCents: 500 } } as const;
const askForBudget = async (): Promise<string> => {
  const agent = stage.as(agentActor(companyId, { id: agentId }));
  return (await agent.createApproval({ companyId, ...override })).id;
};
const askForHire = async (): Promise<string> => (await givenHire(stage, companyId)).approvalId;
const missing = (permission: Permission) => ({
  code: 'permission_missing',
  details: { permission },
});

describe.each([
  ['a budget override', askForBudget, 'manage_budgets', 'manage_agents'],
  ['a hire', askForHire, 'manage_agents', 'manage_budgets'],
] as const)('%s', (_, ask, right, otherRight) => {
  const decisions = ['approveApproval', 'rejectApproval', 'requestRevision'] as const;
  it.each(decisions)(`is not decided by %s without ${right}`, async (decision) => {
    const approvalId = await ask();
    for (const by of [member('approve'), member('approve', otherRight)]) {
      await expect(by[decision]({ approvalId })).rejects.toMatchObject(missing(right));
    }
    await expect(member(right)[decision]({ approvalId })).rejects.toMatchObject(missing('approve'));
    expect((await member().getApproval({ approvalId })).status).toBe('pending');
    const decided = await member('approve', right)[decision]({ approvalId });
    expect(decided.status).not.toBe('pending');
  });

  it(`is not resubmitted by the board without ${right}`, async () => {
    const approvalId = await ask();
    await member('approve', right).requestRevision({ approvalId });
    await expect(member('approve').resubmitApproval({ approvalId })).rejects.toMatchObject(
      missing(right),
    );
    expect((await member(right).resubmitApproval({ approvalId })).status).toBe('pending');
  });
});

describe('a request to the board', () => {
  it('for a budget is made by a board user who manages budgets', async () => {
    const request = { companyId, requestedByAgentId: agentId, ...override };
    await expect(member('approve').createApproval(request)).rejects.toMatchObject(
      missing('manage_budgets'),
    );
    expect((await member('manage_budgets').createApproval(request)).status).toBe('pending');
  });

  it('that changes nothing needs the right to decide only', async () => {
    const request = { companyId, type: 'request_board_approval', payload: {} } as const;
    const { id: approvalId } = await member().createApproval(request);
    expect((await member('approve').approveApproval({ approvalId })).status).toBe('approved');
  });
});
