import { approvals, billing, type Agent, type agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anAgent, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

const budget = (
  name: 'budget.exhausted' | 'budget.restored',
  companyId: string,
  agentId: string | null = null,
) =>
  stage.receive(billing, name, {
    companyId,
    entityId: agentId ?? companyId,
    payload: {
      scope: agentId ? 'agent' : 'company',
      agentId,
      month: '2026-11',
      limitCents: 100,
      spentCents: 100,
    },
  });

const eventsOf = async ({ id }: Agent) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id).map(({ type }) => type);

const twoAgents = async (): Promise<[string, Agent, Agent]> => {
  const { id } = await aCompany(stage);
  return [id, await anAgent(stage, id), await anAgent(stage, id)];
};

describe('pauseAgentsOfSpentBudget', () => {
  it('pauses the agent whose budget is spent, and emits it once', async () => {
    const [companyId, spender, other] = await twoAgents();
    await budget('budget.exhausted', companyId, spender.id);
    await stage.redeliver();
    const paused = await readAgent(stage, spender);
    expect(paused).toMatchObject({ status: 'paused', pauseReason: 'budget', version: 2 });
    expect(Date.parse(paused.pausedAt ?? '')).not.toBeNaN();
    expect(await readAgent(stage, other)).toMatchObject({ status: 'idle' });
    expect(await eventsOf(spender)).toEqual(['agent.created', 'agent.paused']);
    expect((await stage.emitted('agent.paused')).at(-1)?.payload).toMatchObject({
      agentId: spender.id,
      status: 'paused',
      pauseReason: 'budget',
      version: 2,
    });
  });

  it('pauses every working agent of a company whose budget is spent', async () => {
    const [companyId, one, two] = await twoAgents();
    const { agent: waiting } = await stage.as(boardActor()).hireAgent({ companyId, name: 'W' });
    const outside = await anAgent(stage, (await aCompany(stage)).id);
    await budget('budget.exhausted', companyId);
    const states = [];
    for (const agent of [one, two, waiting, outside]) {
      states.push((await readAgent(stage, agent)).status);
    }
    expect(states).toEqual(['paused', 'paused', 'pending_approval', 'idle']);
  });
});

describe('an agent that is added to a company whose budget is spent', () => {
  it('is paused like the others, and resumes with them', async () => {
    const { id: companyId } = await aCompany(stage);
    const { agent: waiting } = await stage.as(boardActor()).hireAgent({ companyId, name: 'W' });
    await budget('budget.exhausted', companyId);
    const created = await anAgent(stage, companyId);
    expect(created).toMatchObject({ status: 'paused', pauseReason: 'budget' });
    expect((await stage.emitted('agent.created')).at(-1)?.payload).toMatchObject({
      agentId: created.id,
      status: 'paused',
      pauseReason: 'budget',
    });
    await stage.receive(approvals, 'approval.approved', {
      companyId,
      entityId: newId(),
      payload: {
        approvalId: newId(),
        type: 'hire_agent',
        status: 'approved',
        requestedByAgentId: null,
        requestedByUserId: null,
        agentId: waiting.id,
        issueIds: [],
        decisionNote: null,
        revision: 1,
        version: 2,
      },
    });
    expect(await readAgent(stage, waiting)).toMatchObject({
      status: 'paused',
      pauseReason: 'budget',
    });
    await budget('budget.restored', companyId);
    expect(await readAgent(stage, created)).toMatchObject({ status: 'idle', pausedAt: null });
    expect(await readAgent(stage, waiting)).toMatchObject({ status: 'idle', pausedAt: null });
  });
});

describe('resumeAgentsOfRestoredBudget', () => {
  it('resumes agents that were paused for the budget, and emits it once', async () => {
    const [companyId, agent] = await twoAgents();
    await budget('budget.exhausted', companyId, agent.id);
    await budget('budget.restored', companyId, agent.id);
    await stage.redeliver();
    expect(await readAgent(stage, agent)).toMatchObject({
      status: 'idle',
      pauseReason: null,
      pausedAt: null,
      version: 3,
    });
    expect(await eventsOf(agent)).toEqual(['agent.created', 'agent.paused', 'agent.resumed']);
  });

  it('waits until both the budget of the agent and that of its company have room', async () => {
    const [companyId, both, companyOnly] = await twoAgents();
    await budget('budget.exhausted', companyId, both.id);
    await budget('budget.exhausted', companyId);
    await budget('budget.restored', companyId, both.id);
    expect(await readAgent(stage, both)).toMatchObject({ status: 'paused' });
    await budget('budget.exhausted', companyId, both.id);
    await budget('budget.restored', companyId);
    expect(await readAgent(stage, both)).toMatchObject({ status: 'paused' });
    expect(await readAgent(stage, companyOnly)).toMatchObject({ status: 'idle' });
    await budget('budget.restored', companyId, both.id);
    expect(await readAgent(stage, both)).toMatchObject({ status: 'idle' });
  });

  it('leaves agents alone that were paused for another reason', async () => {
    const [companyId, agent] = await twoAgents();
    await stage.db.run({
      text: `update agents set status = 'paused', pause_reason = 'manual', paused_at = now()
        where id = $1`,
      values: [agent.id],
    });
    await budget('budget.exhausted', companyId, agent.id);
    await budget('budget.restored', companyId, agent.id);
    expect(await readAgent(stage, agent)).toMatchObject({
      status: 'paused',
      pauseReason: 'manual',
    });
  });

  it('ignores events about unknown agents', async () => {
    const [companyId] = await twoAgents();
    const before = (await stage.emitted()).length;
    await budget('budget.exhausted', companyId, newId());
    await budget('budget.restored', companyId, newId());
    expect(await stage.emitted()).toHaveLength(before);
  });
});
