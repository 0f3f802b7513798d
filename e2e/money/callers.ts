/** Every kind of caller of money and approvals, and new things for them to ask about. */
import { randomUUID } from 'node:crypto';
import { agents, approvals, type Call } from '@muster/contracts';
import {
  addAgent,
  addAgentWithKey,
  addIssue,
  asleep,
  createCompany,
} from '../fixtures/builders.ts';
import { createTeam, type AgentName as TeamAgentName } from '../fixtures/team.ts';
import { addTokenHolder } from '../fixtures/token-holders.ts';
import type { Caller } from '../world/http-client.ts';
import type { World } from '../world/use-world.ts';

/**
 * People: the instance admin, an owner, operators with one permission each, an operator without any,
 * a viewer, and an owner of another company. Agents: those of the team, of whom Pat is paused and Tom
 * terminated, and Eve of another company. And a caller without a token.
 */
export const callerNames = [
  'board',
  'owner',
  'approver',
  'budgeteer',
  'operator',
  'viewer',
  'stranger',
  'cleo',
  'max',
  'ann',
  'bob',
  'pat',
  'eve',
  'tom',
  'nobody',
] as const;
export type CallerName = (typeof callerNames)[number];
type AgentName = TeamAgentName | 'eve';

export interface MoneyCallers {
  readonly companyId: string;
  readonly foreignCompanyId: string;
  readonly callers: Readonly<Record<CallerName, Caller>>;
  readonly ids: Readonly<Record<AgentName, string>>;
  readonly issueId: string;
  readonly foreignIssueId: string;
  /** Creates an approval requested by Ann; answers with its path. */
  requestApproval(fields?: Partial<Call<typeof approvals, 'createApproval'>>): Promise<string>;
  /** Requests a hire; answers with the path of its approval and the id of the pending agent. */
  hire(): Promise<{ path: string; agentId: string }>;
  /** Creates an agent with a budget; answers with its id. */
  createAgent(budgetMonthlyCents?: number): Promise<string>;
}

export async function createCallers(world: World): Promise<MoneyCallers> {
  const { board, api } = world;
  const [team, { id: foreignCompanyId }] = await Promise.all([
    createTeam(world),
    createCompany(board),
  ]);
  const { id: companyId } = team.company;
  const eve = await addAgentWithKey(world, foreignCompanyId, { name: 'Eve', role: 'ceo' });
  const { cleo, ann } = team.callers;
  return {
    companyId,
    foreignCompanyId,
    callers: {
      ...team.callers,
      ...(await createPeople(world, companyId, foreignCompanyId)),
      eve: eve.caller,
      nobody: api.as(),
    },
    ids: { ...team.agents, eve: eve.agent.id },
    issueId: (await addIssue(board, companyId)).id,
    foreignIssueId: (await addIssue(board, foreignCompanyId)).id,
    requestApproval: async (fields = {}) => {
      const { id } = await ann.call(approvals, 'createApproval', {
        companyId,
        type: 'request_board_approval',
        payload: {},
        ...fields,
      });
      return `/api/approvals/${id}`;
    },
    hire: async () => {
      const name = `Hire ${randomUUID()}`;
      const { agent, approval } = await cleo.call(agents, 'hireAgent', {
        companyId,
        name,
        runtimeConfig: asleep,
      });
      return { path: `/api/approvals/${approval?.id}`, agentId: agent.id };
    },
    createAgent: async (budgetMonthlyCents = 0) =>
      (await addAgent(board, companyId, { budgetMonthlyCents })).id,
  };
}

interface PersonFields {
  readonly role: 'owner' | 'operator' | 'viewer';
  readonly permissions?: readonly ('approve' | 'manage_budgets')[];
}

async function createPeople(world: World, companyId: string, foreignCompanyId: string) {
  const fields = {
    owner: { role: 'owner' },
    approver: { role: 'operator', permissions: ['approve'] },
    budgeteer: { role: 'operator', permissions: ['manage_budgets'] },
    operator: { role: 'operator' },
    viewer: { role: 'viewer' },
  } as const;
  type Name = keyof typeof fields | 'stranger';
  const callers: Partial<Record<Name, Caller>> = {};
  for (const [name, { role, ...rest }] of Object.entries(fields) as [Name, PersonFields][]) {
    const permissions = [...(rest.permissions ?? [])];
    const { token } = await addTokenHolder(world, companyId, { role, permissions });
    callers[name] = world.api.as(token);
  }
  const { token } = await addTokenHolder(world, foreignCompanyId, { role: 'owner' });
  return { ...callers, stranger: world.api.as(token) } as Record<Name, Caller>;
}
