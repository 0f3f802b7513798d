/**
 * A company at work: a CEO, a manager with two reports, an outsider, and those who cannot work; a
 * person of its own beside the board of the instance. Nothing wakes anybody.
 */
import { agents, approvals } from '@muster/contracts';
import type { Company } from '@muster/contracts';
import type { Caller } from './api.ts';
import { addMember, asleep, foundCompany } from './builders.ts';
import { addPerson } from './people.ts';
import type { World } from './stack.ts';

/** Who calls. Pat is paused. */
export const callerNames = ['board', 'cleo', 'max', 'ann', 'bob', 'sid', 'pat'] as const;
export type CallerName = (typeof callerNames)[number];
/** Whom a request may name besides: terminated, and waiting for the board. */
export type AgentName = Exclude<CallerName, 'board'> | 'tom' | 'pia';

/** Who reports to whom. */
export const managers: Readonly<Record<AgentName, AgentName | null>> = {
  cleo: null, max: 'cleo', ann: 'max', bob: 'max', sid: null, pat: 'cleo', tom: 'max', pia: 'max',
};

export type Crew = {
  readonly company: Company;
  readonly callers: Readonly<Record<CallerName, Caller>>;
  readonly agents: Readonly<Record<AgentName, string>>;
  /** The board of the instance, and a member of this company. */
  readonly users: { readonly board: string; readonly una: string };
};

export type Settings = {
  readonly reviewRequired?: boolean;
  readonly strategyApproved?: boolean;
};

export async function foundCrew(
  world: World,
  { reviewRequired = true, strategyApproved = false }: Settings = {},
): Promise<Crew> {
  const { board } = world;
  const company = await foundCompany(board, { reviewRequired });
  const { id: companyId } = company;
  const hire = (name: string, reportsTo: string | null, role: 'ceo' | 'general' = 'general') =>
    addMember(world, companyId, { name, role, reportsTo });
  const cleo = await hire('Cleo', null, 'ceo');
  const max = await hire('Max', cleo.agent.id);
  const [ann, bob, sid, pat, tom, pia, una] = await Promise.all([
    hire('Ann Lee', max.agent.id), hire('Bob', max.agent.id), hire('Sid', null),
    hire('Pat', cleo.agent.id), hire('Tom', max.agent.id), ask(board, companyId, max.agent.id),
    addPerson(world, companyId, { role: 'operator', name: 'Una' }),
  ]);
  await board.call(agents, 'pauseAgent', { agentId: pat.agent.id });
  await board.call(agents, 'terminateAgent', { agentId: tom.agent.id });
  if (strategyApproved) await approveStrategy(board, cleo.caller, companyId);
  const { body } = await board.get('/api/session');
  const { id: boardId } = (body as { actor: { id: string } }).actor;
  const members = { cleo, max, ann, bob, sid, pat, tom };
  const idsOf = Object.entries(members).map(([name, { agent }]) => [name, agent.id]);
  return {
    company,
    callers: {
      board, cleo: cleo.caller, max: max.caller, ann: ann.caller, bob: bob.caller, sid: sid.caller,
      pat: pat.caller,
    },
    agents: { ...(Object.fromEntries(idsOf) as Record<keyof typeof members, string>), pia },
    users: { board: boardId, una: una.userId },
  };
}

async function ask(board: Caller, companyId: string, reportsTo: string): Promise<string> {
  const hire = { companyId, name: 'Pia', reportsTo, runtimeConfig: asleep };
  return (await board.call(agents, 'hireAgent', hire)).agent.id;
}

async function approveStrategy(board: Caller, ceo: Caller, companyId: string): Promise<void> {
  const { id: approvalId } = await ceo.call(approvals, 'createApproval', {
    companyId, type: 'approve_ceo_strategy', payload: { plan: 'Work.' },
  });
  await board.call(approvals, 'approveApproval', { approvalId });
}
