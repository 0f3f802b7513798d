/** Everybody who may ask something of a company, in one word each, and new things to ask about. */
import { randomUUID } from 'node:crypto';
import { agents, approvals } from '@muster/contracts';
import type { Call } from '@muster/contracts';
import type { Caller } from '../harness/api.ts';
import { addAgent, addIssue, addMember, asleep, foundCompany } from '../harness/builders.ts';
import { addHolder } from '../harness/holders.ts';
import type { World } from '../harness/stack.ts';

/**
 * People: the instance admin, an owner, operators with one permission, without any, a viewer, an
 * owner elsewhere. Agents: the CEO, Ann and Bob under Max, Pat who is paused, Eve of another
 * company, Tom who was terminated. And nobody.
 */
export const callerNames = [
  'board', 'owner', 'approver', 'budgeteer', 'operator', 'viewer', 'stranger',
  'cleo', 'max', 'ann', 'bob', 'pat', 'eve', 'tom', 'nobody',
] as const;
export type CallerName = (typeof callerNames)[number];
export type AgentName = 'cleo' | 'max' | 'ann' | 'bob' | 'pat' | 'eve' | 'tom';

export type Cast = {
  readonly companyId: string;
  readonly elsewhereId: string;
  readonly callers: Readonly<Record<CallerName, Caller>>;
  readonly ids: Readonly<Record<AgentName, string>>;
  readonly issueId: string;
  readonly foreignIssueId: string;
  /** The path of a new request of Ann's. */
  ask(fields?: Partial<Call<typeof approvals, 'createApproval'>>): Promise<string>;
  /** The path of the approval of a new hire, and the agent that waits for it. */
  hire(): Promise<{ path: string; agentId: string }>;
  /** A new agent with a budget. */
  agent(budgetMonthlyCents?: number): Promise<string>;
};

export async function gatherCast(world: World): Promise<Cast> {
  const { board, api } = world;
  const [{ id: companyId }, { id: elsewhereId }] = await Promise.all([
    foundCompany(board), foundCompany(board),
  ]);
  const join = (name: string, reportsTo: string | null, role: 'ceo' | 'general' = 'general') =>
    addMember(world, companyId, { name, role, reportsTo });
  const cleo = await join('Cleo', null, 'ceo');
  const max = await join('Max', cleo.agent.id);
  const [ann, bob, pat, tom, eve] = await Promise.all([
    join('Ann', max.agent.id), join('Bob', max.agent.id), join('Pat', max.agent.id),
    join('Tom', max.agent.id), addMember(world, elsewhereId, { name: 'Eve', role: 'ceo' }),
  ]);
  await board.call(agents, 'pauseAgent', { agentId: pat.agent.id });
  await board.call(agents, 'terminateAgent', { agentId: tom.agent.id });
  const people = await gatherPeople(world, companyId, elsewhereId);
  const members = { cleo, max, ann, bob, pat, eve, tom };
  const callers = Object.entries(members).map(([name, { caller }]) => [name, caller]);
  const ids = Object.entries(members).map(([name, { agent }]) => [name, agent.id]);
  return {
    companyId, elsewhereId,
    callers: {
      board, ...people, nobody: api.as(),
      ...(Object.fromEntries(callers) as Record<AgentName, Caller>),
    },
    ids: Object.fromEntries(ids) as Record<AgentName, string>,
    issueId: (await addIssue(board, companyId)).id,
    foreignIssueId: (await addIssue(board, elsewhereId)).id,
    ask: async (fields = {}) => {
      const { id } = await ann.caller.call(approvals, 'createApproval', {
        companyId, type: 'request_board_approval', payload: {}, ...fields,
      });
      return `/api/approvals/${id}`;
    },
    hire: async () => {
      const name = `Hire ${randomUUID()}`;
      const { agent, approval } = await cleo.caller.call(agents, 'hireAgent', {
        companyId, name, runtimeConfig: asleep,
      });
      return { path: `/api/approvals/${approval?.id}`, agentId: agent.id };
    },
    agent: async (budgetMonthlyCents = 0) =>
      (await addAgent(board, companyId, { budgetMonthlyCents })).id,
  };
}

async function gatherPeople(world: World, companyId: string, elsewhereId: string) {
  const fields = {
    owner: { role: 'owner' },
    approver: { role: 'operator', permissions: ['approve'] },
    budgeteer: { role: 'operator', permissions: ['manage_budgets'] },
    operator: { role: 'operator' },
    viewer: { role: 'viewer' },
  } as const;
  type Name = keyof typeof fields | 'stranger';
  const callers: Partial<Record<Name, Caller>> = {};
  for (const [name, { role, ...rest }] of Object.entries(fields) as [Name, Fields][]) {
    const permissions = [...(rest.permissions ?? [])];
    const { token } = await addHolder(world, companyId, { role, permissions });
    callers[name] = world.api.as(token);
  }
  const { token } = await addHolder(world, elsewhereId, { role: 'owner' });
  return { ...callers, stranger: world.api.as(token) } as Record<Name, Caller>;
}

type Fields = {
  readonly role: 'owner' | 'operator' | 'viewer';
  readonly permissions?: readonly ('approve' | 'manage_budgets')[];
};
