import { agents } from '@muster/contracts';
import { addMember, foundCompany } from '../builders.ts';
import {
  aCost, aHire, assign, book, claim, groundOf, idOf, isIn, named, newAgent,
} from './ground.ts';
import type { Ground, Prepare } from './ground.ts';

const LIMIT = 4_321;

export const ofAgents: Readonly<Record<string, Prepare>> = {
  createCompany: async (ground) => ({
    act: () => ground.write.post('/api/companies', {
      name: named('Founded'), budgetMonthlyCents: LIMIT,
    }),
    see: async (written) => {
      const of = `/api/companies/${idOf(written)}`;
      const label = await ground.read.post(`${of}/labels`, { name: 'new', color: '#00ff00' });
      return label.status === 201 &&
        await isIn(ground, `${of}/costs/summary`, { budgetCents: LIMIT });
    },
  }),
  updateCompany: async ({ world }) => {
    const own = await another(world);
    return {
      act: () => own.write.patch(`/api/companies/${own.companyId}`, { status: 'archived' }),
      see: async () => {
        const of = `/api/companies/${own.companyId}`;
        const label = await own.read.post(`${of}/labels`, { name: 'late', color: '#00ff00' });
        const asked = await own.read.post(`${of}/approvals`, {
          type: 'request_board_approval', payload: {},
        });
        return label.status === 422 && asked.status === 422;
      },
    };
  },
  updateCompanyBudget: async ({ world }) => {
    const own = await another(world);
    const of = `/api/companies/${own.companyId}`;
    return {
      act: () => own.write.patch(`${of}/budgets`, { budgetMonthlyCents: LIMIT }),
      see: () => isIn(own, `${of}/costs/summary`, { budgetCents: LIMIT }),
    };
  },
  createAgent: async (ground) => ({
    act: () => ground.write.post(`/api/companies/${ground.companyId}/agents`, {
      ...aHire(), budgetMonthlyCents: LIMIT,
    }),
    see: async (written) => {
      const agentId = idOf(written);
      const key = await ground.read.post(`/api/agents/${agentId}/keys`, {});
      const { limitCents } = await book(ground, aCost(agentId));
      return key.status === 201 && limitCents === LIMIT &&
        await assign(ground, { assigneeAgentId: agentId }) === 201;
    },
  }),
  hireAgent: async (ground) => ({
    act: () => ground.write.post(`/api/companies/${ground.companyId}/agent-hires`, aHire()),
    see: ({ body }) => {
      const { approval } = body as { approval: { id: string } };
      return isIn(ground, `/api/approvals/${approval.id}`, { status: 'pending' });
    },
  }),
  updateAgent: async (ground) => {
    const { id } = await newAgent(ground);
    return {
      act: () => ground.write.patch(`/api/agents/${id}`, { budgetMonthlyCents: LIMIT }),
      see: async () => (await book(ground, aCost(id))).limitCents === LIMIT,
    };
  },
  updateAgentBudget: async (ground) => {
    const { id } = await newAgent(ground, 100);
    await book(ground, aCost(id, 150));
    return {
      act: () => ground.write.patch(`/api/agents/${id}/budgets`, { budgetMonthlyCents: LIMIT }),
      see: async () => await isIn(ground, `/api/agents/${id}`, { status: 'idle' }) &&
        await claim(ground, id) === 200,
    };
  },
  pauseAgent: async (ground) => {
    const { id } = await newAgent(ground);
    return {
      act: () => ground.write.post(`/api/agents/${id}/pause`),
      see: async () => await claim(ground, id) === 403,
    };
  },
  resumeAgent: async (ground) => {
    const { id } = await newAgent(ground);
    await ground.world.board.call(agents, 'pauseAgent', { agentId: id });
    return {
      act: () => ground.write.post(`/api/agents/${id}/resume`),
      see: async () => await claim(ground, id) === 200,
    };
  },
  terminateAgent: async (ground) => {
    const { agent, token } = await addMember(ground.world, ground.companyId);
    return {
      act: () => ground.write.post(`/api/agents/${agent.id}/terminate`),
      see: async () => (await ground.door.as(token).get('/api/agents/me')).status === 401 &&
        await assign(ground, { assigneeAgentId: agent.id }) === 422,
    };
  },
  setInstructionsPath: async (ground) => {
    const { id } = await ground.world.board.call(agents, 'createAgent', {
      companyId: ground.companyId, ...aHire(), adapterType: 'alpha_local',
    });
    const path = '/srv/instructions.md';
    return {
      act: () => ground.write.patch(`/api/agents/${id}/instructions-path`, { path }),
      see: async () => {
        const { body } = await ground.read.get(`/api/agents/${id}/configuration`);
        const { adapterConfig } = body as { adapterConfig: Record<string, unknown> };
        return adapterConfig['instructionsFilePath'] === path;
      },
    };
  },
  rollBackConfig: async (ground) => {
    const { board } = ground.world;
    const { id: agentId } = await newAgent(ground, LIMIT);
    await board.call(agents, 'updateAgentBudget', { agentId, budgetMonthlyCents: 5 });
    const first = (await board.call(agents, 'listConfigRevisions', { agentId })).at(-1)?.id;
    return {
      act: () => ground.write.post(`/api/agents/${agentId}/config-revisions/${first}/rollback`),
      see: async () => (await book(ground, aCost(agentId))).limitCents === LIMIT,
    };
  },
};

const another = async (world: Ground['world']): Promise<Ground> =>
  groundOf(world, (await foundCompany(world.board)).id);
