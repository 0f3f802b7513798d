/** What events tell of an issue, and what answers show of it. */
import type { Actor, Issue, IssueSnapshot } from '@muster/contracts';
import type { Author } from '../domain/issue-changes.ts';
import type { IssueState } from '../domain/standing.ts';

export const snapshotOf = (
  issue: Omit<IssueSnapshot, 'issueId'> & { readonly id: string },
): IssueSnapshot => ({
  issueId: issue.id,
  identifier: issue.identifier,
  title: issue.title,
  status: issue.status,
  priority: issue.priority,
  assigneeAgentId: issue.assigneeAgentId,
  assigneeUserId: issue.assigneeUserId,
  parentId: issue.parentId,
  projectId: issue.projectId,
  goalId: issue.goalId,
  version: issue.version,
});

type Summary = Omit<IssueState, 'description'>;

/** Two of the timestamps are sent under the names of the first interface, too. */
export const showSummary = (issue: Summary) => ({
  id: issue.id,
  companyId: issue.companyId,
  identifier: issue.identifier,
  issueNumber: issue.issueNumber,
  title: issue.title,
  status: issue.status,
  priority: issue.priority,
  assigneeAgentId: issue.assigneeAgentId,
  assigneeUserId: issue.assigneeUserId,
  parentId: issue.parentId,
  projectId: issue.projectId,
  goalId: issue.goalId,
  labels: issue.labels,
  labelIds: issue.labelIds,
  blockedByIssueIds: issue.blockedByIssueIds,
  createdByAgentId: issue.createdByAgentId,
  createdByUserId: issue.createdByUserId,
  assignedByAgentId: issue.assignedByAgentId,
  assignedByUserId: issue.assignedByUserId,
  checkoutRunId: issue.checkoutRunId,
  startedAt: issue.startedAt,
  completedAt: issue.completedAt,
  cancelledAt: issue.cancelledAt,
  started_at: issue.startedAt,
  completed_at: issue.completedAt,
  createdAt: issue.createdAt,
  updatedAt: issue.updatedAt,
  version: issue.version,
});

export const showIssue = (issue: IssueState): Issue => ({
  ...showSummary(issue), description: issue.description,
});

export const authorOf = (actor: Actor, runId: string | null): Author => ({
  agentId: actor.type === 'agent' ? actor.id : null,
  userId: actor.type === 'user' ? actor.id : null,
  runId,
});
