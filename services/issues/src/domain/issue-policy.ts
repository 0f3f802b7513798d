/**
 * Who may do what to an issue. Each rule answers with the code of its refusal or with nothing; the
 * same rules decide a request and tell a caller beforehand what it may do.
 */
import type { IssueStatus, RefusalCode } from '@muster/contracts';
import { allStatuses, moveBetween } from './issue-machine.ts';
import { stakeOf, type IssueState, type Standing } from './standing.ts';

type Assigned = Pick<IssueState, 'assigneeAgentId' | 'assigneeUserId'>;

/**
 * Whether the assignee may be at work: the agent is able to, the company runs, the gate is open.
 */
export const refusalOfWork = (next: Assigned, by: Standing): RefusalCode | undefined => {
  if (next.assigneeAgentId === null && next.assigneeUserId === null) return 'assignee_required';
  if (next.assigneeAgentId !== null) {
    const unable = refusalOfAssigning(by);
    if (unable) return unable;
    if (by.agentStatus === 'paused') return 'agent_paused';
  }
  if (by.companyStatus === 'paused') return 'company_paused';
  // The gate is about what the CEO itself moves; the board may start its work for it.
  if (by.callerIsCeo && !by.strategyApproved) return 'strategy_not_approved';
  return undefined;
};

/** Whether the agent may be given work. A paused one may: the work waits for it. */
export const refusalOfAssigning = ({ agentStatus }: Standing): RefusalCode | undefined => {
  if (agentStatus === undefined) return 'agent_not_found';
  const able = agentStatus !== 'pending_approval' && agentStatus !== 'terminated';
  return able ? undefined : 'agent_not_assignable';
};

/**
 * An agent cancels what nobody has, what it assigned itself or was assigned by its team, and what
 * its reports have. What came from outside its team it hands to its manager.
 */
const refusalOfCancelling = (issue: IssueState, by: Standing): RefusalCode | undefined => {
  switch (stakeOf(issue, by)) {
    case 'board':
    case 'manager':
      return undefined;
    case 'owner':
      return by.assignerIsInTeam ? undefined : 'cancel_needs_manager';
    default: {
      const isAssigned = issue.assigneeAgentId !== null || issue.assigneeUserId !== null;
      return isAssigned ? 'not_the_owner' : undefined;
    }
  }
};

/** Work in progress belongs to its owner; only those above it may move it otherwise. */
const refusalOfMeddling = (issue: IssueState, by: Standing): RefusalCode | undefined =>
  issue.status === 'in_progress' && stakeOf(issue, by) === 'other' ? 'not_the_owner' : undefined;

/** Whether an update may move the issue to a status; `next` holds the assignee it would have. */
export const refusalOfMove = (
  issue: IssueState,
  to: IssueStatus,
  by: Standing,
  next: Assigned = issue,
): RefusalCode | undefined => {
  const move = moveBetween(issue.status, to, 'update', by);
  if (!move) return 'illegal_transition';
  if (move === 'cancel') return refusalOfCancelling(issue, by);
  return refusalOfMeddling(issue, by) ?? (move === 'start' ? refusalOfWork(next, by) : undefined);
};

/** The statuses to which this caller may move the issue now. */
export const allowedTransitions = (issue: IssueState, by: Standing): IssueStatus[] =>
  by.companyStatus === 'archived'
    ? []
    : allStatuses.filter((to) => refusalOfMove(issue, to, by) === undefined);

/** `already`: it has been given back, and nothing changes. */
export const judgeRelease = (
  issue: IssueState,
  by: Standing,
): RefusalCode | 'already' | 'release' => {
  const isAssigned = issue.assigneeAgentId !== null || issue.assigneeUserId !== null;
  if (issue.status === 'todo' && !isAssigned) return 'already';
  if (!moveBetween(issue.status, 'todo', 'release', by)) return 'illegal_transition';
  if (by.companyStatus === 'archived') return 'company_archived';
  return stakeOf(issue, by) === 'other' ? 'not_the_owner' : 'release';
};
