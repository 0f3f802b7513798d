import { gateway, scheduler } from '@muster/contracts';
import { addAgent, addMember } from '../builders.ts';
import { until } from '../until.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

export const ofRunsCostsAndKeys: Record<string, Deed> = {
  createAgentKey: ({ chief }) =>
    chief.caller.post(`/api/agents/${chief.agent.id}/keys`, { name: 'Second' }),
  revokeAgentKey: async ({ world, chief }) => {
    const { id: agentId } = chief.agent;
    const key = await world.board.call(gateway, 'createAgentKey', { agentId });
    return world.board.delete(`/api/agents/${agentId}/keys/${key.id}`);
  },
  recordCost: (scene) => scene.chief.caller.post(at(scene, 'cost-events'), {
    agentId: scene.chief.agent.id, costCents: 5, provider: 'test', model: 'test',
  }),
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
  ackWake: async (scene) => (await takenRun(scene)).ack,
  beatRun: async (scene) => {
    const { caller, runId } = await takenRun(scene);
    return caller.post(`/api/heartbeat-runs/${runId}/beat`, { usage: { costCents: 1 } });
  },
  finishRun: async (scene) => {
    const { caller, runId } = await takenRun(scene);
    return caller.post(`/api/heartbeat-runs/${runId}/finish`, { status: 'succeeded' });
  },
  cancelRun: async (scene) =>
    scene.world.board.post(`/api/heartbeat-runs/${await liveRun(scene)}/cancel`),
};

async function liveRun({ world: { board }, companyId }: Scene): Promise<string> {
  const { id: agentId } = await addAgent(board, companyId, {
    adapterConfig: { command: 'sleep', args: ['60'], graceSec: 1 }, runtimeConfig: {},
  });
  const run = await board.call(scheduler, 'wakeAgent', { agentId });
  const runId = 'id' in run ? run.id : '';
  await until('a live run', async () =>
    (await board.call(scheduler, 'getRun', { runId })).status === 'running' || undefined);
  return runId;
}

/** A run that an agent elsewhere has fetched. */
async function takenRun({ world, companyId }: Scene) {
  const { agent, caller } = await addMember(world, companyId, {
    adapterType: 'remote', runtimeConfig: {},
  });
  await world.board.call(scheduler, 'wakeAgent', { agentId: agent.id });
  const [wake] = (await caller.get('/api/agents/me/wakes?wait=30')).body as { id: string }[];
  const ack = await caller.post(`/api/agents/me/wakes/${wake?.id}/ack`);
  return { ack, caller, runId: (ack.body as { run: { id: string } }).run.id };
}
