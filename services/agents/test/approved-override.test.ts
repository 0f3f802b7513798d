import { approvals, type Agent, type agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anAgent, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

const approved = (
  companyId: string,
  budgetRaise?: { agentId: string; amountCents: number; limitCents?: number },
  approvalId = newId(),
) =>
  stage.receive(approvals, 'approval.approved', {
    companyId,
    entityId: approvalId,
    payload: {
      approvalId,
      type: 'budget_override_required',
      status: 'approved',
      agentId: null,
      requestedByAgentId: budgetRaise?.agentId ?? null,
      requestedByUserId: null,
      issueIds: [],
      decisionNote: null,
      revision: 1,
      version: 2,
      ...(budgetRaise ? { budgetRaise } : {}),
    },
  });

const spender = async (budgetMonthlyCents: number): Promise<Agent> =>
  anAgent(stage, (await aCompany(stage)).id, { budgetMonthlyCents });

const updatesOf = async ({ id }: Agent) =>
  (await stage.emitted('agent.updated')).filter(({ entityId }) => entityId === id);

describe('raiseBudgetOfApprovedOverride', () => {
  it('raises the limit of the agent once, emits it and adds a revision', async () => {
    const agent = await spender(1_000);
    await approved(agent.companyId, { agentId: agent.id, amountCents: 250 });
    await stage.redeliver();
    expect(await readAgent(stage, agent)).toMatchObject({ budgetMonthlyCents: 1_250, version: 2 });
    expect((await updatesOf(agent)).map(({ payload }) => payload)).toMatchObject([
      { agentId: agent.id, budgetMonthlyCents: 1_250, changedKeys: ['budgetMonthlyCents'] },
    ]);
    const [newest] = await stage.as(boardActor()).listConfigRevisions({ agentId: agent.id });
    expect(newest).toMatchObject({ number: 2, changedKeys: ['budgetMonthlyCents'] });
  });

  it('raises the limit to the one that the board has chosen', async () => {
    const agent = await spender(1_000);
    const limited = { agentId: agent.id, amountCents: 1, limitCents: 4_000 };
    await approved(agent.companyId, limited);
    expect(await readAgent(stage, agent)).toMatchObject({ budgetMonthlyCents: 4_000 });
  });

  it('adds up the raises of several approvals, concurrent or not', async () => {
    const agent = await spender(1_000);
    const raise = (amountCents: number) =>
      approved(agent.companyId, { agentId: agent.id, amountCents });
    await Promise.all([raise(1), raise(20), raise(300)]);
    expect(await readAgent(stage, agent)).toMatchObject({ budgetMonthlyCents: 1_321 });
  });

  it('raises the limit of a paused agent, which stays paused until it is restored', async () => {
    const agent = await spender(1_000);
    await stage.as(boardActor()).pauseAgent({ agentId: agent.id });
    await approved(agent.companyId, { agentId: agent.id, amountCents: 5 });
    expect(await readAgent(stage, agent)).toMatchObject({
      budgetMonthlyCents: 1_005,
      status: 'paused',
      pauseReason: 'manual',
    });
  });

  it('changes nothing without a limit, for a terminated agent, or without a raise', async () => {
    const unlimited = await spender(0);
    const ended = await spender(1_000);
    const foreign = await spender(1_000);
    await stage.as(boardActor()).terminateAgent({ agentId: ended.id });
    await approved(unlimited.companyId, { agentId: unlimited.id, amountCents: 5 });
    await approved(ended.companyId, { agentId: ended.id, amountCents: 5 });
    await approved(unlimited.companyId, { agentId: foreign.id, amountCents: 5 });
    await approved(foreign.companyId);
    for (const agent of [unlimited, ended, foreign]) {
      const { budgetMonthlyCents } = await readAgent(stage, agent);
      expect(budgetMonthlyCents).toBe(agent.budgetMonthlyCents);
      expect(await updatesOf(agent)).toEqual([]);
    }
  });
});
