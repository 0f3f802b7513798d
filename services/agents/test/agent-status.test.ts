import { billing, type Agent, type agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, actorOf, anAgent, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());

const aReport = async (): Promise<[manager: Agent, report: Agent]> => {
  const { id: companyId } = await aCompany(stage);
  const manager = await anAgent(stage, companyId);
  return [manager, await anAgent(stage, companyId, { reportsTo: manager.id })];
};

const put = (agent: Agent, status: string) =>
  stage.db.run({ text: 'update agents set status = $2 where id = $1', values: [agent.id, status] });

const eventsOf = async ({ id }: Agent) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id).map(({ type }) => type);

const budget = (name: 'budget.exhausted' | 'budget.restored', { companyId, id }: Agent) =>
  stage.receive(billing, name, {
    companyId,
    entityId: id,
    payload: { scope: 'agent', agentId: id, month: '2026-11', limitCents: 1, spentCents: 1 },
  });

describe('pauseAgent', () => {
  it.each(['idle', 'running', 'error'])('pauses an agent that is %s', async (status) => {
    const [manager, agent] = await aReport();
    await put(agent, status);
    const paused = await stage.as(actorOf(manager)).pauseAgent({ agentId: agent.id });
    expect(paused).toMatchObject({ status: 'paused', pauseReason: 'manual', version: 2 });
    expect(Date.parse(paused.pausedAt ?? '')).not.toBeNaN();
    expect((await stage.emitted('agent.paused')).at(-1)?.payload).toMatchObject({
      agentId: agent.id,
      status: 'paused',
      pauseReason: 'manual',
    });
  });

  it('emits nothing for an agent that is paused by hand already', async () => {
    const [, agent] = await aReport();
    const paused = await board().pauseAgent({ agentId: agent.id });
    expect(await board().pauseAgent({ agentId: agent.id })).toEqual(paused);
    expect(await eventsOf(agent)).toEqual(['agent.created', 'agent.paused']);
  });

  it('outlasts a pause for the budget', async () => {
    const [, agent] = await aReport();
    await budget('budget.exhausted', agent);
    await board().pauseAgent({ agentId: agent.id });
    await budget('budget.restored', agent);
    expect(await readAgent(stage, agent)).toMatchObject({
      status: 'paused',
      pauseReason: 'manual',
    });
  });

  it('by the board is the last word: a manager does not resume the agent', async () => {
    const [manager, agent] = await aReport();
    const resume = () => stage.as(actorOf(manager)).resumeAgent({ agentId: agent.id });
    await stage.as(actorOf(manager)).pauseAgent({ agentId: agent.id });
    await board().pauseAgent({ agentId: agent.id });
    await expect(resume()).rejects.toMatchObject({ code: 'paused_by_board' });
    expect((await readAgent(stage, agent)).status).toBe('paused');
    await board().resumeAgent({ agentId: agent.id });
    await stage.as(actorOf(manager)).pauseAgent({ agentId: agent.id });
    expect((await resume()).status).toBe('idle');
  });

  it.each(['pending_approval', 'terminated'])('refuses an agent that is %s', async (status) => {
    const [, agent] = await aReport();
    await put(agent, status);
    await expect(board().pauseAgent({ agentId: agent.id })).rejects.toMatchObject({
      code: 'illegal_transition',
      details: { from: status, to: 'paused' },
    });
  });

  it('is allowed to the board and the managers of the agent', async () => {
    const [manager, agent] = await aReport();
    for (const [caller, target] of [
      [agent, agent],
      [agent, manager],
    ] as const) {
      await expect(
        stage.as(actorOf(caller)).pauseAgent({ agentId: target.id }),
      ).rejects.toMatchObject({ code: 'not_your_report' });
    }
    await expect(
      stage.as(agentActor(newId())).pauseAgent({ agentId: agent.id }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });
});

describe('resumeAgent', () => {
  it('lets a paused agent work again', async () => {
    const [manager, agent] = await aReport();
    await stage.as(actorOf(manager)).pauseAgent({ agentId: agent.id });
    const resumed = await stage.as(actorOf(manager)).resumeAgent({ agentId: agent.id });
    expect(resumed).toMatchObject({
      status: 'idle',
      pauseReason: null,
      pausedAt: null,
      version: 3,
    });
    expect(await eventsOf(agent)).toEqual(['agent.created', 'agent.paused', 'agent.resumed']);
  });

  it('clears the error of an agent whose run failed', async () => {
    const [, agent] = await aReport();
    await put(agent, 'error');
    expect(await board().resumeAgent({ agentId: agent.id })).toMatchObject({ status: 'idle' });
  });

  it.each(['idle', 'running', 'pending_approval', 'terminated'])(
    'refuses an agent that is %s',
    async (status) => {
      const [, agent] = await aReport();
      await put(agent, status);
      await expect(board().resumeAgent({ agentId: agent.id })).rejects.toMatchObject({
        code: 'illegal_transition',
      });
    },
  );

  it('refuses an agent whose budget is spent', async () => {
    const [, agent] = await aReport();
    await budget('budget.exhausted', agent);
    await expect(board().resumeAgent({ agentId: agent.id })).rejects.toMatchObject({
      code: 'budget_spent',
    });
    await board().pauseAgent({ agentId: agent.id });
    await budget('budget.restored', agent);
    expect(await board().resumeAgent({ agentId: agent.id })).toMatchObject({ status: 'idle' });
  });
});

describe('terminateAgent', () => {
  it.each(['idle', 'running', 'error', 'pending_approval'])(
    'ends an agent that is %s, once',
    async (status) => {
      const [, agent] = await aReport();
      await put(agent, status);
      const ended = await board().terminateAgent({ agentId: agent.id });
      expect(ended).toMatchObject({ status: 'terminated', version: 2 });
      expect(await board().terminateAgent({ agentId: agent.id })).toEqual(ended);
      expect(await eventsOf(agent)).toEqual(['agent.created', 'agent.terminated']);
    },
  );

  it('terminates a paused agent and clears the reason of the pause', async () => {
    const [, agent] = await aReport();
    await board().pauseAgent({ agentId: agent.id });
    expect(await board().terminateAgent({ agentId: agent.id })).toMatchObject({
      status: 'terminated',
      pauseReason: null,
      pausedAt: null,
    });
  });

  it('leaves a terminated manager out of the chain of command', async () => {
    const [manager, report] = await aReport();
    const worker = await anAgent(stage, report.companyId, { reportsTo: report.id });
    await board().terminateAgent({ agentId: report.id });
    const { chainOfCommand, reportsTo } = await readAgent(stage, worker);
    expect(chainOfCommand.map(({ id }) => id)).toEqual([manager.id]);
    expect(reportsTo).toBe(report.id);
  });

  it('allows another CEO afterwards', async () => {
    const { id: companyId } = await aCompany(stage);
    const ceo = await anAgent(stage, companyId, { role: 'ceo', name: 'Boss' });
    await board().terminateAgent({ agentId: ceo.id });
    expect(await anAgent(stage, companyId, { role: 'ceo', name: 'Boss' })).toMatchObject({
      urlKey: 'boss',
      status: 'idle',
    });
  });

  it('is allowed to the board only', async () => {
    const [manager, agent] = await aReport();
    await expect(
      stage.as(actorOf(manager)).terminateAgent({ agentId: agent.id }),
    ).rejects.toMatchObject({ code: 'board_only' });
    await expect(
      stage.as(agentActor(newId())).terminateAgent({ agentId: agent.id }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });
});
