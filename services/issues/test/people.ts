/** A company at work: a CEO, a manager with two engineers below, a stranger, and the board. */
import {
  gateway, type AgentActor, type AgentSnapshot, type CompanySnapshot, type UserActor, type issues,
} from '@muster/contracts';
import { agentActor, boardActor, type Stage } from '@muster/test-kit';
import { expect } from 'vitest';

export type IssuesStage = Stage<typeof issues>;

export interface People {
  readonly company: CompanySnapshot;
  readonly companyId: string;
  readonly board: UserActor;
  readonly ceo: AgentActor;
  readonly manager: AgentActor;
  readonly ann: AgentActor;
  readonly bob: AgentActor;
  /** An agent without a manager and without reports. */
  readonly stranger: AgentActor;
  readonly snapshots: Readonly<Record<string, AgentSnapshot>>;
}

export async function people(
  { given }: IssuesStage,
  overrides: Partial<CompanySnapshot> = {},
): Promise<People> {
  const company = await given.company(overrides);
  const { companyId } = company;
  const snapshots: Record<string, AgentSnapshot> = {};
  const hire = async (agent: Partial<AgentSnapshot>): Promise<AgentActor> => {
    const snapshot = await given.agent(companyId, agent);
    snapshots[snapshot.agentId] = snapshot;
    return agentActor(companyId, { id: snapshot.agentId, name: snapshot.name });
  };
  const ceo = await hire({ name: 'Cleo', role: 'ceo' });
  const manager = await hire({ name: 'Max', role: 'manager', reportsTo: ceo.id });
  const ann = await hire({ name: 'Ann Lee', reportsTo: manager.id });
  const bob = await hire({ name: 'Bob', reportsTo: manager.id });
  const stranger = await hire({ name: 'Sid' });
  return { company, companyId, board: boardActor(), ceo, manager, ann, bob, stranger, snapshots };
}

/** A person of the board who belongs to the company. */
export async function addMember({ hear }: IssuesStage, { companyId }: People): Promise<UserActor> {
  const membership = { companyId, role: 'operator' as const, permissions: [] };
  const actor = boardActor({ companies: [membership] });
  const { id: userId, name } = actor;
  const payload = { userId, name, role: membership.role, permissions: [] };
  await hear(gateway, 'member.added', { companyId, entityId: userId, payload });
  return actor;
}

export const refusedWith = (code: string, more: object = {}) =>
  expect.objectContaining({ name: 'Refusal', code, ...more });
