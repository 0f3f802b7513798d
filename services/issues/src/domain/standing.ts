/**
 * What a decision about an issue has to know of its neighbours, as it was read beside the issue.
 */
import type { AgentStatus, CompanyStatus, Issue } from '@muster/contracts';

/** The issue as it is stored. */
export type IssueState = Omit<Issue, 'started_at' | 'completed_at'>;

export interface Standing {
  readonly companyStatus: CompanyStatus;
  readonly reviewRequired: boolean;
  /** The board has approved a strategy of the company's CEO. */
  readonly strategyApproved: boolean;
  /** The calling agent; null is the board. */
  readonly callerAgentId: string | null;
  readonly callerIsCeo: boolean;
  /** The caller is a manager, at any height, of the agent to whom the issue is assigned. */
  readonly callerManagesAssignee: boolean;
  /** Whoever assigned the issue last is an agent of the caller's team, or the caller itself. */
  readonly assignerIsInTeam: boolean;
  /**
   * The agent whose work is at stake: whom the request names, else the assignee. Absent where it
   * names nobody or somebody who is not an agent of the company.
   */
  readonly agentStatus: AgentStatus | undefined;
}

/** Who is asking, as seen from the issue. */
export type Stake = 'board' | 'owner' | 'manager' | 'other';

export const stakeOf = (issue: Pick<IssueState, 'assigneeAgentId'>, by: Standing): Stake => {
  if (by.callerAgentId === null) return 'board';
  if (issue.assigneeAgentId === by.callerAgentId) return 'owner';
  return by.callerManagesAssignee ? 'manager' : 'other';
};
