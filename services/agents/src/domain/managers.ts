/** The rule for who is a manager, and so may request hires. */
import type { AgentRole, AgentStatus } from '@muster/contracts';

const managerRoles: ReadonlySet<AgentRole> = new Set(['ceo', 'cto', 'cmo', 'cfo', 'manager']);

export const hasManagerRole = (role: AgentRole): boolean => managerRoles.has(role);

export interface ManagerFacts {
  readonly role: AgentRole;
  readonly status: AgentStatus;
  readonly canCreateAgents: boolean;
  readonly hasLivingReport: boolean;
}

export const isManager = ({
  role,
  status,
  canCreateAgents,
  hasLivingReport,
}: ManagerFacts): boolean =>
  status !== 'terminated' &&
  status !== 'pending_approval' &&
  (managerRoles.has(role) || canCreateAgents || hasLivingReport);
