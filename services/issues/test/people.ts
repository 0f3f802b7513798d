/** A company at work: a CEO, a manager with two engineers below, a stranger, and the board. */
import type { AgentActor, AgentSnapshot, CompanySnapshot, UserActor, issues } from
  '@muster/contracts';
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

export const refusedWith = (code: string, more: object = {}) =>
  expect.objectContaining({ name: 'Refusal', code, ...more });
