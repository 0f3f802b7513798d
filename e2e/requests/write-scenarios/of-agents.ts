import { randomUUID } from 'node:crypto';
import { agents, type Agent } from '@muster/contracts';
import { addAgent, asleep, createCompany } from '../../fixtures/builders.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

export const ofAgents: Record<string, WriteScenario> = {
  createCompany: ({ world }) => world.board.post('/api/companies', { name: 'Another' }),
  updateCompany: ({ world, companyId }) =>
    world.board.patch(`/api/companies/${companyId}`, { description: 'Makes things.' }),
  stopCompany: async ({ world }) => {
    const { id } = await createCompany(world.board);
    return world.board.post(`/api/companies/${id}/stop`);
  },
  eraseCompany: async ({ world }) => {
    const { id } = await createCompany(world.board);
    return world.board.delete(`/api/companies/${id}`);
  },
  restoreCompany: async ({ world }) => {
    const { id } = await createCompany(world.board);
    await world.board.delete(`/api/companies/${id}`);
    return world.board.post(`/api/companies/${id}/restore`);
  },
  updateCompanyBudget: (fixture) =>
    fixture.world.board.patch(companyPath(fixture, 'budgets'), { budgetMonthlyCents: 1_000_000 }),
  createAgent: (fixture) =>
    fixture.world.board.post(companyPath(fixture, 'agents'), {
      name: 'Bob',
      runtimeConfig: asleep,
    }),
  hireAgent: (fixture) =>
    fixture.chief.caller.post(companyPath(fixture, 'agent-hires'), {
      name: 'Eve',
      runtimeConfig: asleep,
    }),
  updateAgent: async (fixture) =>
    fixture.world.board.patch(await ofAgent(fixture), { title: 'Engineer' }),
  updateAgentBudget: async (fixture) =>
    fixture.world.board.patch(await ofAgent(fixture, 'budgets'), { budgetMonthlyCents: 500 }),
  pauseAgent: async (fixture) => fixture.world.board.post(await ofAgent(fixture, 'pause')),
  resumeAgent: async (fixture) => {
    const { board } = fixture.world;
    const { id: agentId } = await newAgent(fixture);
    await board.call(agents, 'pauseAgent', { agentId });
    return board.post(`/api/agents/${agentId}/resume`);
  },
  terminateAgent: async (fixture) => fixture.world.board.post(await ofAgent(fixture, 'terminate')),
  setInstructionsPath: async (fixture) =>
    fixture.world.board.patch(await ofAgent(fixture, 'instructions-path'), {
      path: '/srv/instructions.md',
    }),
  setInstructions: async (fixture) =>
    fixture.world.board.patch(await ofAgent(fixture, 'instructions'), { body: 'Be brief.' }),
  setSkill: async (fixture) => {
    const { skill, files } = newSkill();
    return fixture.world.board.patch(companyPath(fixture, `skills/${skill}`), { files });
  },
  deleteSkill: async (fixture) =>
    fixture.world.board.delete(companyPath(fixture, `skills/${await aSkill(fixture)}`)),
  setAgentSkills: async (fixture) =>
    fixture.world.board.patch(await ofAgent(fixture, 'skills'), {
      skills: [await aSkill(fixture)],
    }),
  rollBackConfig: async (fixture) => {
    const { board } = fixture.world;
    const { id: agentId } = await newAgent(fixture);
    await board.call(agents, 'updateAgent', { agentId, title: 'Engineer' });
    const revisions = await board.call(agents, 'listConfigRevisions', { agentId });
    const first = revisions.at(-1)?.id;
    return board.post(`/api/agents/${agentId}/config-revisions/${first}/rollback`);
  },
  createSecret: (fixture) => fixture.world.board.post(companyPath(fixture, 'secrets'), newSecret()),
  rotateSecret: async (fixture) =>
    fixture.world.board.post(companyPath(fixture, `secrets/${await aSecret(fixture)}/rotate`), {
      value: 'another value',
    }),
  deleteSecret: async (fixture) =>
    fixture.world.board.delete(companyPath(fixture, `secrets/${await aSecret(fixture)}`)),
};

const newSecret = () => ({ name: `secret-${randomUUID()}`, value: 'a value' });

const aSecret = async ({ world, companyId }: ScenarioFixture): Promise<string> =>
  (await world.board.call(agents, 'createSecret', { companyId, ...newSecret() })).id;

const newSkill = () => {
  const skill = `skill-${randomUUID()}`;
  const text = `---\nname: ${skill}\ndescription: How to publish.\n---\n`;
  return { skill, files: [{ path: 'SKILL.md', text }] };
};

const aSkill = async ({ world, companyId }: ScenarioFixture): Promise<string> =>
  (await world.board.call(agents, 'setSkill', { companyId, ...newSkill() })).slug;

const newAgent = ({ world, companyId }: ScenarioFixture): Promise<Agent> =>
  addAgent(world.board, companyId, { adapterType: 'alpha_local' });

const ofAgent = async (fixture: ScenarioFixture, rest = ''): Promise<string> =>
  `/api/agents/${(await newAgent(fixture)).id}${rest && `/${rest}`}`;
