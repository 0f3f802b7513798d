/** Who may request hires. The hierarchy alone gives no rights; this rule and the board do. */
import type { AgentRole, AgentStatus } from '@muster/contracts';

const managerRoles: ReadonlySet<AgentRole> = new Set(['ceo', 'cto', 'cmo', 'cfo', 'manager']);

export interface Standing {
  readonly role: AgentRole;
  readonly status: AgentStatus;
  readonly canCreateAgents: boolean;
  readonly hasLivingReport: boolean;
}

export const isManager = ({ role, status, canCreateAgents, hasLivingReport }: Standing): boolean =>
  status !== 'terminated' && status !== 'pending_approval' &&
  (managerRoles.has(role) || canCreateAgents || hasLivingReport);
