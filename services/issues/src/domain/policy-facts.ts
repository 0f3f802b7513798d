import type { AgentStatus, CompanyStatus } from '@muster/contracts';
import type { Blocker } from './blockers.ts';
import type { StoredHold } from './holds/held.ts';
import type { IssueState } from './issue-state.ts';
import type { ReviewFacts } from './reviewing/verdict-right.ts';

/**
 * What the rules need to know besides the issue itself: its company, its caller and its agents. The
 * store reads it together with the issue.
 */
export interface PolicyFacts extends ReviewFacts {
  readonly companyStatus: CompanyStatus;
  readonly reviewRequired: boolean;
  /** The board has approved a strategy of the company's CEO. */
  readonly strategyApproved: boolean;
  readonly callerIsCeo: boolean;
  readonly callerIsPaused: boolean;
  /** The caller is a manager of the assigned agent, directly or through other managers. */
  readonly callerManagesAssignee: boolean;
  /** The last assigner of the issue is the caller or an agent of the caller's team. */
  readonly assignerIsInTeam: boolean;
  /** The last assigner of the issue is a manager of the caller. */
  readonly assignerManagesCaller: boolean;
  /**
   * The caller manages the agent of the binding assignment, or its assigner is the caller or an agent
   * of the caller's team.
   */
  readonly bindingIsOfTeam: boolean;
  /**
   * Status of the agent that would work: the one named in the request, else the assignee. Absent if
   * there is none, or if it is not an agent of the company.
   */
  readonly agentStatus: AgentStatus | undefined;
  /** The same agent is the company's CEO. */
  readonly agentIsCeo: boolean;
  /** Times that the company lets an issue be handed over to an agent. */
  readonly maxReviewRounds: number;
  /** The issues that block the issue and have not ended, in the order of their numbers. */
  readonly openBlockers: readonly Blocker[];
  /** The nearest hold of the issue; null if the board does not hold it. */
  readonly hold: StoredHold | null;
}

/**
 * What blocks or holds a new issue is known once its links have been read, and its review is decided apart.
 */
export type FactsOfNewIssue = Omit<
  PolicyFacts,
  'openBlockers' | 'hold' | 'maxReviewRounds' | Exclude<keyof ReviewFacts, 'callerAgentId'>
>;

/** The caller's relation to the issue. */
export type CallerRelation = 'board' | 'owner' | 'manager' | 'other';

export const relationOf = (
  issue: Pick<IssueState, 'assigneeAgentId'>,
  facts: PolicyFacts,
): CallerRelation => {
  if (facts.callerAgentId === null) return 'board';
  if (issue.assigneeAgentId === facts.callerAgentId) return 'owner';
  return facts.callerManagesAssignee ? 'manager' : 'other';
};
