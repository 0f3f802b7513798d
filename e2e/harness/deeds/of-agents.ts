import { randomUUID } from 'node:crypto';
import { agents } from '@muster/contracts';
import type { Agent } from '@muster/contracts';
import { addAgent, asleep } from '../builders.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

export const ofAgents: Record<string, Deed> = {
  createCompany: ({ world }) => world.board.post('/api/companies', { name: 'Another' }),
  updateCompany: ({ world, companyId }) =>
    world.board.patch(`/api/companies/${companyId}`, { description: 'Makes things.' }),
  updateCompanyBudget: (scene) =>
    scene.world.board.patch(at(scene, 'budgets'), { budgetMonthlyCents: 1_000_000 }),
  createAgent: (scene) =>
    scene.world.board.post(at(scene, 'agents'), { name: 'Bob', runtimeConfig: asleep }),
  hireAgent: (scene) =>
    scene.chief.caller.post(at(scene, 'agent-hires'), { name: 'Eve', runtimeConfig: asleep }),
  updateAgent: async (scene) =>
    scene.world.board.patch(await ofAgent(scene), { title: 'Engineer' }),
  updateAgentBudget: async (scene) =>
    scene.world.board.patch(await ofAgent(scene, 'budgets'), { budgetMonthlyCents: 500 }),
  pauseAgent: async (scene) => scene.world.board.post(await ofAgent(scene, 'pause')),
  resumeAgent: async (scene) => {
    const { board } = scene.world;
    const { id: agentId } = await newAgent(scene);
    await board.call(agents, 'pauseAgent', { agentId });
    return board.post(`/api/agents/${agentId}/resume`);
  },
  terminateAgent: async (scene) => scene.world.board.post(await ofAgent(scene, 'terminate')),
  setInstructionsPath: async (scene) => scene.world.board.patch(
    await ofAgent(scene, 'instructions-path'), { path: '/srv/instructions.md' },
  ),
  rollBackConfig: async (scene) => {
    const { board } = scene.world;
    const { id: agentId } = await newAgent(scene);
    await board.call(agents, 'updateAgent', { agentId, title: 'Engineer' });
    const revisions = await board.call(agents, 'listConfigRevisions', { agentId });
    const first = revisions.at(-1)?.id;
    return board.post(`/api/agents/${agentId}/config-revisions/${first}/rollback`);
  },
  createSecret: (scene) => scene.world.board.post(at(scene, 'secrets'), newSecret()),
  rotateSecret: async (scene) => scene.world.board.post(
    at(scene, `secrets/${await aSecret(scene)}/rotate`), { value: 'another value' },
  ),
  deleteSecret: async (scene) =>
    scene.world.board.delete(at(scene, `secrets/${await aSecret(scene)}`)),
};

const newSecret = () => ({ name: `secret-${randomUUID()}`, value: 'a value' });

const aSecret = async ({ world, companyId }: Scene): Promise<string> =>
  (await world.board.call(agents, 'createSecret', { companyId, ...newSecret() })).id;

const newAgent = ({ world, companyId }: Scene): Promise<Agent> =>
  addAgent(world.board, companyId, { adapterType: 'alpha_local' });

const ofAgent = async (scene: Scene, rest = ''): Promise<string> =>
  `/api/agents/${(await newAgent(scene)).id}${rest && `/${rest}`}`;
