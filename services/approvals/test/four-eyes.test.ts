/** A company may want another member to decide than who asked, or last changed the payload. */
import { agents, type UserActor } from '@muster/contracts';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

let stage: ApprovalsStage;
let companyId: string;
let agentId: string;
beforeAll(async () => {
  stage = await openStage(approvalsService);
});
afterAll(() => stage.close());

const givenCompany = async (approvalsNeedAnother?: boolean): Promise<void> => {
  const settings = approvalsNeedAnother === undefined ? {} : { approvalsNeedAnother };
  ({ companyId } = await stage.given.company(settings));
  ({ agentId } = await stage.given.agent(companyId));
};
const owner = (): UserActor => boardActor({ companies: [companyId] });
const overrideOf = (amountCents: number) =>
  ({ type: 'budget_override_required', payload: { amountCents, agentId } }) as const;
const ask = async (actor: Parameters<ApprovalsStage['as']>[0]): Promise<string> =>
  (await stage.as(actor).createApproval({ companyId, ...overrideOf(500) })).id;
const askAsAgent = () => ask(agentActor(companyId, { id: agentId }));

const decisions = ['approveApproval', 'rejectApproval', 'requestRevision'] as const;
const refused = {
  code: 'another_must_decide',
  details: { permissions: ['approve', 'manage_budgets'] },
};

describe('in a company whose approvals need another member', () => {
  beforeAll(() => givenCompany(true));

  it.each(decisions)('%s is refused to who asked, and left to another member', async (decision) => {
    for (const asker of [owner(), boardActor()]) {
      const approvalId = await ask(asker);
      await expect(stage.as(asker)[decision]({ approvalId })).rejects.toMatchObject(refused);
      expect((await stage.as(asker).getApproval({ approvalId })).status).toBe('pending');
      const decided = await stage.as(owner())[decision]({ approvalId });
      expect(decided.status).not.toBe('pending');
    }
  });

  it.each(decisions)('%s is refused to who last changed the payload', async (decision) => {
    for (const reviser of [owner(), boardActor()]) {
      const approvalId = await askAsAgent();
      await stage.as(reviser).requestRevision({ approvalId });
      const { payload } = overrideOf(900);
      await stage.as(reviser).resubmitApproval({ approvalId, payload });
      await expect(stage.as(reviser)[decision]({ approvalId })).rejects.toMatchObject(refused);
      const decided = await stage.as(owner())[decision]({ approvalId, revision: 2 });
      expect(decided.status).not.toBe('pending');
    }
  });

  it('who resubmitted without a change, or before the agent changed the payload, may decide', async () => {
    const approvalId = await askAsAgent();
    const reviser = stage.as(owner());
    await reviser.requestRevision({ approvalId });
    await reviser.resubmitApproval({ approvalId });
    await reviser.requestRevision({ approvalId });
    await reviser.resubmitApproval({ approvalId, payload: overrideOf(900).payload });
    await stage.as(owner()).requestRevision({ approvalId });
    const agent = stage.as(agentActor(companyId, { id: agentId }));
    await agent.resubmitApproval({ approvalId, payload: overrideOf(700).payload });
    expect((await reviser.approveApproval({ approvalId, revision: 4 })).status).toBe('approved');
  });

  it('who asked stays refused after another member changed the payload', async () => {
    const asker = owner();
    const approvalId = await ask(asker);
    const reviser = stage.as(owner());
    await reviser.requestRevision({ approvalId });
    await reviser.resubmitApproval({ approvalId, payload: overrideOf(900).payload });
    await expect(stage.as(asker).approveApproval({ approvalId })).rejects.toMatchObject(refused);
    await expect(reviser.approveApproval({ approvalId })).rejects.toMatchObject(refused);
    const approved = await stage.as(owner()).approveApproval({ approvalId, revision: 2 });
    expect(approved.status).toBe('approved');
  });

  it('who hires an agent does not approve the hire', async () => {
    const asker = owner();
    const { approvalId } = await givenHire(stage, companyId, { requestedByUserId: asker.id });
    await expect(stage.as(asker).approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'another_must_decide',
      details: { permissions: ['approve', 'manage_agents'] },
    });
    expect((await stage.as(owner()).approveApproval({ approvalId })).status).toBe('approved');
  });

  it('who asked may cancel', async () => {
    const asker = owner();
    const approvalId = await ask(asker);
    expect((await stage.as(asker).cancelApproval({ approvalId })).status).toBe('cancelled');
  });
});

describe('in a company that does not ask for it', () => {
  it.each([['off', false] as const, ['left out', undefined] as const])(
    'who asked and changed the payload decides, with the setting %s',
    async (_, setting) => {
      await givenCompany(setting);
      const asker = owner();
      const approvalId = await ask(asker);
      await stage.as(asker).requestRevision({ approvalId });
      await stage.as(asker).resubmitApproval({ approvalId, payload: overrideOf(900).payload });
      const approved = await stage.as(asker).approveApproval({ approvalId, revision: 2 });
      expect(approved.status).toBe('approved');
    },
  );
});

describe('the copy of the setting', () => {
  it('follows the company, and stays when a snapshot does not have it', async () => {
    const company = await stage.given.company({ approvalsNeedAnother: false });
    ({ companyId } = company);
    ({ agentId } = await stage.given.agent(companyId));
    const asker = owner();
    const approvalId = await ask(asker);
    const change = (payload: typeof company) =>
      stage.receive(agents, 'company.updated', { companyId, entityId: companyId, payload });
    await change({ ...company, approvalsNeedAnother: true, version: 2 });
    const { approvalsNeedAnother: _, ...ofReleaseBefore } = company;
    await change({ ...ofReleaseBefore, version: 3 });
    await expect(stage.as(asker).approveApproval({ approvalId })).rejects.toMatchObject(refused);
    await change({ ...company, approvalsNeedAnother: false, version: 4 });
    expect((await stage.as(asker).approveApproval({ approvalId })).status).toBe('approved');
  });
});
