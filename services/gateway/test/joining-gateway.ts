/** A gateway with a stub of the agents service, and the first steps of inviting and joining. */
import {
  agents,
  approvals,
  billing,
  gateway,
  issues,
  Refusal,
  RuntimeConfig,
  scheduler,
  type AgentRole,
  type AgentSnapshot,
} from '@muster/contracts';
import { newId, reaction, type Context, type RunningService } from '@muster/service-kit';
import { aCompany, anAgent, boardActor } from '@muster/test-kit';
import { expect, vi } from 'vitest';
import { openGateway, type TestGateway, type Response } from './open-gateway.ts';
import { subscriber, stubOf } from './stubs.ts';

/** For the event of an agent to be applied on a busy machine. */
const KNOWN_WITHIN_MS = 10_000;
const now = '2026-11-20T18:12:00.000Z';

export interface JoiningGateway extends Omit<TestGateway, 'close'> {
  /** A company, its CEO and another agent of it. */
  createCompany(): Promise<{ companyId: string; ceo: AgentSnapshot; engineer: AgentSnapshot }>;
  keyOf(agent: AgentSnapshot): Promise<string>;
  /** The board's invite and its token. */
  invite(companyId: string, body?: object): Promise<Response>;
  accept(token: string, body?: object): Promise<Response>;
  close(): Promise<void>;
}

export async function openJoiningGateway(
  env: Readonly<Record<string, string>> = {},
): Promise<JoiningGateway> {
  const companies = new Set<string>();
  const roles = new Map<string, AgentRole>();
  const emit = (context: Context<typeof agents>, companyId: string, agent: AgentSnapshot): void => {
    roles.set(agent.agentId, agent.role);
    context.emit('agent.created', { companyId, entityId: agent.agentId, payload: agent });
  };
  const agentsStub = stubOf(
    agents,
    {
      getCompany: async ({ companyId }) => {
        if (!companies.has(companyId)) throw new Refusal('company_not_found');
        return {
          ...aCompany({ companyId }),
          id: companyId,
          name: 'Acme',
          description: '',
          spentMonthlyCents: 0,
          createdAt: now,
          updatedAt: now,
        };
      },
      getOwnAgent: async (_, { actor }) => {
        const role = roles.get(actor.id);
        if (!role) throw new Refusal('agent_not_found');
        return shownAgent(actor.id, role);
      },
      createCompany: async ({ name }, context) => {
        const company = aCompany({ name });
        const { companyId } = company;
        companies.add(companyId);
        context.emit('company.created', { companyId, entityId: companyId, payload: company });
        return { id: companyId };
      },
      createAgent: async ({ companyId, name, role }, context) => {
        const agent = anAgent({ name, role });
        emit(context, companyId, agent);
        return agent;
      },
    },
    {
      reactions: {
        join: reaction(
          gateway,
          ['join_request.approved'],
          async ({ companyId, payload: { agentId, joiner } }, context: Context<typeof agents>) =>
            emit(context, companyId, anAgent({ agentId, name: joiner.name, role: joiner.role })),
        ),
      },
    },
  );
  const server = await openGateway(env);
  const [service, ...others] = await Promise.all([
    agentsStub(server.stage.env),
    // Adding a member and approving an agent settle when these have applied it.
    subscriber(issues, gateway, agents)(server.stage.env),
    ...[approvals, billing, scheduler].map((each) => subscriber(each, agents)(server.stage.env)),
  ]);
  const close = async (): Promise<void> => {
    await server.close();
    await Promise.all([service, ...others].map((each) => each.stop()));
  };
  return { ...server, ...steps(server, service), close };
}

function steps(
  server: TestGateway,
  service: RunningService,
): Pick<JoiningGateway, 'createCompany' | 'keyOf' | 'invite' | 'accept'> {
  const ask = async <T>(operation: string, input: object): Promise<T> => {
    const { bytes } = await service.runtime.rpc({
      service: 'agents',
      operation,
      actor: boardActor(),
      requestId: newId(),
      body: JSON.stringify(input),
      deadlineMs: 10_000,
    });
    return JSON.parse(Buffer.from(bytes).toString()) as T;
  };
  const add = (companyId: string, name: string, role: AgentRole): Promise<AgentSnapshot> =>
    ask('createAgent', { companyId, name, role });
  return {
    async createCompany() {
      const { id: companyId } = await ask<{ id: string }>('createCompany', { name: 'Acme' });
      const ceo = await add(companyId, 'Ada', 'ceo');
      const engineer = await add(companyId, 'Bob', 'engineer');
      await known(server, engineer.agentId);
      return { companyId, ceo, engineer };
    },
    async keyOf({ agentId }) {
      const { body } = await server.call(`POST /api/agents/${agentId}/keys`);
      return String(body.token);
    },
    invite: (companyId, body = {}) =>
      server.call(`POST /api/companies/${companyId}/partner/invite-prompt`, { body }),
    accept: (token, body = {}) =>
      server.call(`POST /api/invites/${token}/accept`, {
        token: '',
        body: { agentName: 'Eve', ...body },
      }),
  };
}

const known = (server: TestGateway, agentId: string): Promise<void> =>
  vi.waitFor(async () => {
    expect((await server.call(`GET /api/agents/${agentId}/keys`)).status).toBe(200);
  }, KNOWN_WITHIN_MS);

const shownAgent = (id: string, role: AgentRole) => ({
  ...anAgent({ agentId: id, role }),
  id,
  companyId: newId(),
  icon: null,
  pausedAt: null,
  capabilities: null,
  adapterConfig: {},
  runtimeConfig: RuntimeConfig.parse({}),
  spentMonthlyCents: 0,
  lastHeartbeatAt: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
  chainOfCommand: [],
  budget: {
    limitCents: 0,
    spentCents: 0,
    reservedCents: 0,
    remainingCents: null,
    caution: false,
    resetsAt: now,
  },
});
