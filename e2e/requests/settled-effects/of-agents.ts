import { agents, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { addAgentWithKey, addIssue, createCompany } from '../../fixtures/builders.ts';
import {
  aCost,
  aHire,
  assign,
  book,
  claim,
  effectFixture,
  idOf,
  isIn,
  named,
  newAgent,
  type EffectFixture,
  type Prepare,
} from './fixture.ts';

const LIMIT = 4_321;
const HELD_MS = 3_600_000;

export const ofAgents: Readonly<Record<string, Prepare>> = {
  createCompany: async (fixture) => ({
    write: () =>
      fixture.write.post('/api/companies', {
        name: named('Founded'),
        budgetMonthlyCents: LIMIT,
      }),
    isVisible: async (written) => {
      const of = `/api/companies/${idOf(written)}`;
      const label = await fixture.read.post(`${of}/labels`, { name: 'new', color: '#00ff00' });
      return (
        label.status === 201 && (await isIn(fixture, `${of}/costs/summary`, { budgetCents: LIMIT }))
      );
    },
  }),
  updateCompany: async ({ world }) => {
    const own = await another(world);
    return {
      write: () => own.write.patch(`/api/companies/${own.companyId}`, { status: 'archived' }),
      isVisible: async () => {
        const of = `/api/companies/${own.companyId}`;
        const label = await own.read.post(`${of}/labels`, { name: 'late', color: '#00ff00' });
        const asked = await own.read.post(`${of}/approvals`, {
          type: 'request_board_approval',
          payload: {},
        });
        return label.status === 422 && asked.status === 422;
      },
    };
  },
  stopCompany: async ({ world }) => {
    const own = await another(world);
    const { id: agentId } = await newAgent(own);
    const wakes = `/api/agents/${agentId}/wakes`;
    return {
      write: () => own.write.post(`/api/companies/${own.companyId}/stop`),
      isVisible: () => isIn(own, wakes, { companyStatus: 'paused' }),
    };
  },
  eraseCompany: async ({ world }) => {
    const own = await another(world);
    const { id: agentId } = await newAgent(own);
    return {
      write: () => own.write.delete(`/api/companies/${own.companyId}`),
      isVisible: () => isIn(own, `/api/agents/${agentId}/wakes`, { companyStatus: 'archived' }),
    };
  },
  restoreCompany: async ({ world }) => {
    const own = await another(world);
    const { id: agentId } = await newAgent(own);
    await own.write.delete(`/api/companies/${own.companyId}`);
    return {
      write: () => own.write.post(`/api/companies/${own.companyId}/restore`),
      isVisible: () => isIn(own, `/api/agents/${agentId}/wakes`, { companyStatus: 'active' }),
    };
  },
  updateCompanyBudget: async ({ world }) => {
    const own = await another(world);
    const of = `/api/companies/${own.companyId}`;
    return {
      write: () => own.write.patch(`${of}/budgets`, { budgetMonthlyCents: LIMIT }),
      isVisible: () => isIn(own, `${of}/costs/summary`, { budgetCents: LIMIT }),
    };
  },
  createAgent: async (fixture) => ({
    write: () =>
      fixture.write.post(`/api/companies/${fixture.companyId}/agents`, {
        ...aHire(),
        budgetMonthlyCents: LIMIT,
      }),
    isVisible: async (written) => {
      const agentId = idOf(written);
      const key = await fixture.read.post(`/api/agents/${agentId}/keys`, {});
      const { limitCents } = await book(fixture, aCost(agentId));
      return (
        key.status === 201 &&
        limitCents === LIMIT &&
        (await assign(fixture, { assigneeAgentId: agentId })) === 201
      );
    },
  }),
  hireAgent: async (fixture) => ({
    write: () => fixture.write.post(`/api/companies/${fixture.companyId}/agent-hires`, aHire()),
    isVisible: ({ body }) => {
      const { approval } = body as { approval: { id: string } };
      return isIn(fixture, `/api/approvals/${approval.id}`, { status: 'pending' });
    },
  }),
  updateAgent: async (fixture) => {
    const { id } = await newAgent(fixture);
    return {
      write: () => fixture.write.patch(`/api/agents/${id}`, { budgetMonthlyCents: LIMIT }),
      isVisible: async () => (await book(fixture, aCost(id))).limitCents === LIMIT,
    };
  },
  updateAgentBudget: async (fixture) => {
    const { id } = await newAgent(fixture, 100);
    await book(fixture, aCost(id, 150));
    return {
      write: () => fixture.write.patch(`/api/agents/${id}/budgets`, { budgetMonthlyCents: LIMIT }),
      isVisible: async () =>
        (await isIn(fixture, `/api/agents/${id}`, { status: 'idle' })) &&
        (await claim(fixture, id)) === 200,
    };
  },
  pauseAgent: async (fixture) => {
    const { id } = await newAgent(fixture);
    return {
      write: () => fixture.write.post(`/api/agents/${id}/pause`),
      isVisible: async () => (await claim(fixture, id)) === 403,
    };
  },
  resumeAgent: async (fixture) => {
    const { id } = await newAgent(fixture);
    await fixture.world.board.call(agents, 'pauseAgent', { agentId: id });
    return {
      write: () => fixture.write.post(`/api/agents/${id}/resume`),
      isVisible: async () => (await claim(fixture, id)) === 200,
    };
  },
  liftQuotaHold: async (fixture) => {
    const { world, companyId } = fixture;
    const { agent, caller } = await addAgentWithKey(world, companyId, {
      adapterType: 'remote',
      runtimeConfig: {},
    });
    const path = `/api/agents/${agent.id}`;
    await world.board.call(scheduler, 'wakeAgent', { agentId: agent.id });
    const [wake] = (await caller.get('/api/agents/me/wakes?wait=30')).body as { id: string }[];
    const ack = await caller.post(`/api/agents/me/wakes/${wake?.id}/ack`);
    const { run } = ack.body as { run: { id: string } };
    const notBefore = new Date(Date.now() + HELD_MS).toISOString();
    await caller.post(`/api/heartbeat-runs/${run.id}/beat`, { notBefore });
    await until('a hold', async () =>
      (await isIn(fixture, path, { quotaHeldUntil: notBefore })) ? true : undefined,
    );
    return {
      write: () => fixture.write.post(`${path}/quota-hold/lift`),
      isVisible: () => isIn(fixture, path, { quotaHeldUntil: null }),
    };
  },
  terminateAgent: async (fixture) => {
    const { agent, token } = await addAgentWithKey(fixture.world, fixture.companyId);
    return {
      write: () => fixture.write.post(`/api/agents/${agent.id}/terminate`),
      isVisible: async () =>
        (await fixture.readClient.as(token).get('/api/agents/me')).status === 401 &&
        (await assign(fixture, { assigneeAgentId: agent.id })) === 422,
    };
  },
  setInstructionsPath: async (fixture) => {
    const { id } = await fixture.world.board.call(agents, 'createAgent', {
      companyId: fixture.companyId,
      ...aHire(),
      adapterType: 'alpha_local',
    });
    const path = '/srv/instructions.md';
    return {
      write: () => fixture.write.patch(`/api/agents/${id}/instructions-path`, { path }),
      isVisible: async () => {
        const { body } = await fixture.read.get(`/api/agents/${id}/configuration`);
        const { adapterConfig } = body as { adapterConfig: Record<string, unknown> };
        return adapterConfig['instructionsFilePath'] === path;
      },
    };
  },
  rollBackConfig: async (fixture) => {
    const { board } = fixture.world;
    const { id: agentId, name } = await newAgent(fixture);
    await board.call(agents, 'updateAgent', { agentId, name: named('Renamed') });
    const first = (await board.call(agents, 'listConfigRevisions', { agentId })).at(-1)?.id;
    const issue = await addIssue(board, fixture.companyId, { title: 'Who is mentioned' });
    return {
      write: () => fixture.write.post(`/api/agents/${agentId}/config-revisions/${first}/rollback`),
      isVisible: async () => {
        const body = { body: `@${name} look` };
        const comment = await fixture.read.post(`/api/issues/${issue.id}/comments`, body);
        return (
          (comment.body as { mentions: { agentId: string }[] }).mentions[0]?.agentId === agentId
        );
      },
    };
  },
};

const another = async (world: EffectFixture['world']): Promise<EffectFixture> =>
  effectFixture(world, (await createCompany(world.board)).id);
