/**
 * What an agent has spent is visible to the request after the one that reports the cost, although
 * the report does not wait for it. The stream is gone and sweeps are an hour apart, so nothing is
 * applied here but for a request that needs it.
 */
import { agents, billing, type Agent } from '@muster/contracts';
import { newId, publishLive } from '@muster/service-kit';
import { boardActor, clientAs, openStage, setUp, type Stage, type StandIn } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
let producer: StandIn;
let agent: Agent;
beforeAll(async () => {
  stage = await openStage(agentsService, { env: { SWEEP_SECONDS: '3600' } });
  producer = await stage.standIn(billing);
  const { nats, subjects } = stage.service.runtime;
  await nats.request(`$JS.API.STREAM.DELETE.${subjects.stream}`);
  agent = await anAgent(stage, (await aCompany(stage)).id);
});
afterAll(() => stage.close());

/** Books a cost in the stand-in of billing; returns the number of its event. */
const spend = (
  agentSpentCents: number,
  of: { agentId?: string; companySpentCents?: number } = {},
) => {
  const costEventId = newId();
  return producer.emit(billing, 'cost.recorded', {
    companyId: agent.companyId,
    entityId: costEventId,
    payload: {
      costEventId,
      agentId: of.agentId ?? agent.id,
      costCents: 1,
      month: new Date().toISOString().slice(0, 7),
      provider: 'test',
      model: 'test',
      inputTokens: 0,
      outputTokens: 0,
      cachedInputTokens: 0,
      issueId: null,
      projectId: null,
      runId: null,
      agentSpentCents,
      companySpentCents: of.companySpentCents ?? agentSpentCents,
    },
  });
};

const announce = async (seq: number): Promise<void> => {
  const { runtime } = producer.service;
  const { companyId } = agent;
  publishLive(runtime, { companyId, name: 'position' }, { companyId, seq });
  await runtime.nats.flush();
};

const spentOf = async () => (await readAgent(stage, agent)).spentMonthlyCents;

describe('what an agent has spent', () => {
  it('is shown as soon as it is announced', async () => {
    await spend(1);
    expect(await spentOf()).toBe(0);
    await announce(await spend(100));
    expect(await spentOf()).toBe(100);
  });

  it('is shown in the answer to a change as well', async () => {
    await announce(await spend(200));
    const board = stage.as(boardActor());
    const changed = await board.updateAgent({ agentId: agent.id, title: 'Spender' });
    expect(changed.spentMonthlyCents).toBe(200);
  });

  it('is the newest sum of each agent and of the company after several costs at once', async () => {
    const board = stage.as(boardActor());
    const other = await anAgent(stage, agent.companyId);
    await spend(210, { companySpentCents: 210 });
    await spend(30, { agentId: other.id, companySpentCents: 240 });
    await spend(220, { companySpentCents: 250 });
    await announce(await spend(5, { agentId: newId(), companySpentCents: 255 }));
    expect(await spentOf()).toBe(220);
    expect((await readAgent(stage, other)).spentMonthlyCents).toBe(30);
    const { companyId } = agent;
    expect(await board.getCompany({ companyId })).toMatchObject({ spentMonthlyCents: 255 });
  });

  it('is shown by a process that has just started, whatever was announced before', async () => {
    await stage.service.stop();
    await spend(300);
    await setUp(agentsService, stage.env);
    const replica = await stage.replica();
    const board = clientAs(replica, agents, boardActor());
    expect(await board.getAgent({ agentId: agent.id })).toMatchObject({ spentMonthlyCents: 300 });
  });
});
