import { billing, gateway, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { addAgent, addAgentWithKey } from '../../fixtures/builders.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

const HELD_MS = 3_600_000;

export const ofRunsCostsAndKeys: Record<string, WriteScenario> = {
  createAgentKey: ({ chief }) =>
    chief.caller.post(`/api/agents/${chief.agent.id}/keys`, { name: 'Second' }),
  revokeAgentKey: async ({ world, chief }) => {
    const { id: agentId } = chief.agent;
    const key = await world.board.call(gateway, 'createAgentKey', { agentId });
    return world.board.delete(`/api/agents/${agentId}/keys/${key.id}`);
  },
  recordCost: (fixture) =>
    fixture.chief.caller.post(companyPath(fixture, 'cost-events'), {
      agentId: fixture.chief.agent.id,
      costCents: 5,
      provider: 'test',
      model: 'test',
    }),
  voidCost: async (fixture) => {
    const { world, companyId, chief } = fixture;
    const { id } = await world.board.call(billing, 'recordCost', {
      companyId,
      agentId: chief.agent.id,
      costCents: 5,
      provider: 'test',
      model: 'test',
    });
    const path = companyPath(fixture, `cost-events/${id}/void`);
    return world.board.post(path, { reason: 'booked twice' });
  },
  wakeAgent: async ({ world, companyId }) => {
    const fields = { adapterConfig: { command: 'true' }, runtimeConfig: {} };
    const { id } = await addAgent(world.board, companyId, fields);
    return world.board.post(`/api/agents/${id}/wakeup`, {});
  },
  invokeHeartbeat: async ({ world, companyId }) => {
    const fields = { adapterConfig: { command: 'true' }, runtimeConfig: {} };
    const { id } = await addAgent(world.board, companyId, fields);
    return world.board.post(`/api/agents/${id}/heartbeat/invoke`, {});
  },
  checkAgent: async ({ world, companyId }) => {
    const fields = { adapterConfig: { command: 'true' }, runtimeConfig: {} };
    const { id } = await addAgent(world.board, companyId, fields);
    return world.board.post(`/api/agents/${id}/check`, { hello: true });
  },
  ackWake: async (fixture) => (await fetchedRun(fixture)).ack,
  beatRun: async (fixture) => {
    const { caller, runId } = await fetchedRun(fixture);
    return caller.post(`/api/heartbeat-runs/${runId}/beat`, { usage: { costCents: 1 } });
  },
  finishRun: async (fixture) => {
    const { caller, runId } = await fetchedRun(fixture);
    return caller.post(`/api/heartbeat-runs/${runId}/finish`, { status: 'succeeded' });
  },
  liftQuotaHold: async (fixture) => {
    const { caller, runId, agentId } = await fetchedRun(fixture);
    const notBefore = new Date(Date.now() + HELD_MS).toISOString();
    await caller.post(`/api/heartbeat-runs/${runId}/beat`, { notBefore });
    return fixture.world.board.post(`/api/agents/${agentId}/quota-hold/lift`);
  },
  sendRunMessage: async (fixture) =>
    fixture.world.board.post(`/api/heartbeat-runs/${await liveRun(fixture)}/messages`, {
      text: 'Leave the prices as they are.',
    }),
  takeRunMessages: async (fixture) => {
    const { caller, runId } = await fetchedRun(fixture);
    const text = 'Leave the prices as they are.';
    await fixture.world.board.post(`/api/heartbeat-runs/${runId}/messages`, { text });
    return caller.post(`/api/heartbeat-runs/${runId}/messages/take`);
  },
  redactRunLog: async (fixture) =>
    fixture.world.board.post(`/api/heartbeat-runs/${await printingRun(fixture)}/log/redact`, {
      from: 0,
      to: 1,
    }),
  cancelRun: async (fixture) =>
    fixture.world.board.post(`/api/heartbeat-runs/${await liveRun(fixture)}/cancel`),
};

async function printingRun({ world: { board }, companyId }: ScenarioFixture): Promise<string> {
  const { id: agentId } = await addAgent(board, companyId, {
    adapterConfig: { command: 'echo', args: ['42'] },
    runtimeConfig: {},
  });
  const run = await board.call(scheduler, 'wakeAgent', { agentId });
  const runId = 'id' in run ? run.id : '';
  await until('the output of a run', async () => {
    const { complete, text } = await board.call(scheduler, 'getRunLog', { runId });
    return complete && text !== '' ? true : undefined;
  });
  return runId;
}

async function liveRun({ world: { board }, companyId }: ScenarioFixture): Promise<string> {
  const { id: agentId } = await addAgent(board, companyId, {
    adapterConfig: { command: 'sleep', args: ['60'], graceSec: 1 },
    runtimeConfig: {},
  });
  const run = await board.call(scheduler, 'wakeAgent', { agentId });
  const runId = 'id' in run ? run.id : '';
  await until(
    'a live run',
    async () =>
      (await board.call(scheduler, 'getRun', { runId })).status === 'running' || undefined,
  );
  return runId;
}

/** A run that a remote agent has fetched. */
async function fetchedRun({ world, companyId }: ScenarioFixture) {
  const { agent, caller } = await addAgentWithKey(world, companyId, {
    adapterType: 'remote',
    runtimeConfig: {},
  });
  await world.board.call(scheduler, 'wakeAgent', { agentId: agent.id });
  const [wake] = (await caller.get('/api/agents/me/wakes?wait=30')).body as { id: string }[];
  const ack = await caller.post(`/api/agents/me/wakes/${wake?.id}/ack`);
  const { run } = ack.body as { run: { id: string } };
  return { ack, caller, runId: run.id, agentId: agent.id };
}
