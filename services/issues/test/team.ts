/** A company with a CEO, a manager with two engineers, an unrelated agent, and the board. */
import {
  gateway,
  type AgentActor,
  type AgentSnapshot,
  type CompanySnapshot,
  type UserActor,
  type issues,
} from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, type Stage } from '@muster/test-kit';
import { expect } from 'vitest';

export type IssuesStage = Stage<typeof issues>;

export interface Team {
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

export async function openTeam(
  { given }: IssuesStage,
  overrides: Partial<CompanySnapshot> = {},
): Promise<Team> {
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

/** A board user who is a member of the company. */
export async function addMember({ receive }: IssuesStage, { companyId }: Team): Promise<UserActor> {
  const membership = { companyId, role: 'operator' as const, permissions: [] };
  const actor = boardActor({ companies: [membership] });
  const { id: userId, name } = actor;
  const payload = { userId, name, role: membership.role, permissions: [] };
  await receive(gateway, 'member.added', { companyId, entityId: userId, payload });
  return actor;
}

export const refusedWith = (code: string, more: object = {}) =>
  expect.objectContaining({ name: 'Refusal', code, ...more });

/** `approval.approved` for the strategy of the company's CEO. */
export function approvedStrategy(companyId: string, ceoId: string | null = null) {
  const approvalId = newId();
  return {
    companyId,
    entityId: approvalId,
    payload: {
      approvalId,
      type: 'approve_ceo_strategy' as const,
      status: 'approved' as const,
      requestedByAgentId: ceoId,
      requestedByUserId: null,
      agentId: null,
      issueIds: [],
      decisionNote: null,
      revision: 1,
      version: 2,
    },
  };
}
