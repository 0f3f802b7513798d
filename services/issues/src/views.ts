/** Rows as answers. */
import {
  type Comment,
  type Goal,
  type Issue,
  type IssueFile,
  type Project,
  type Question,
  type Wait,
  showRedaction,
} from '@muster/contracts';
import type { IssueState, Whole } from './domain/issue-state.ts';
import type { StoredComment } from './store/comments.ts';
import type { GoalRow } from './store/planning/goals.ts';
import type { ProjectRow } from './store/planning/projects.ts';
import type { FileRow, StoredFile } from './store/files/files.ts';
import type { QuestionRow, StoredQuestion } from './store/questions/questions.ts';
import type { WaitRow } from './store/waits/waits.ts';

/** Two of the timestamps also have the names of an earlier version of the interface. */
export const showSummary = (
  issue: Omit<IssueState, 'description'>,
): Whole<Omit<Issue, 'description'>> => ({
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
  // A deleted label is removed from its issues in steps.
  labelIds: issue.labelIds.filter((id) => issue.labels.some((label) => label.id === id)),
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
  wakeOnChildren: issue.wakeOnChildren,
  dueAt: issue.dueAt,
  reviewPolicy: issue.reviewPolicy,
  reviewerAgentId: issue.reviewerAgentId,
  reviewerUserId: issue.reviewerUserId,
  reviewEvidence: issue.reviewEvidence,
});

export const showIssue = (issue: IssueState): Whole<Issue> => ({
  ...showSummary(issue),
  description: issue.description,
});

/** The depth orders lists and is not part of the interface. */
export const showGoal = ({ depth: _, ...goal }: GoalRow): Goal => goal;

export const showProject = (row: ProjectRow): Project => ({
  ...row,
  primaryWorkspace: row.workspaces.find(({ isPrimary }) => isPrimary) ?? null,
});

export const showQuestion = ({ identifier: _, title: __, ...row }: QuestionRow): Question =>
  showRedaction(row);
export const showStoredQuestion = (row: StoredQuestion): Question => showRedaction(row);

export const showFile = ({ identifier: _, ...row }: FileRow): IssueFile => showRedaction(row);
export const showListedFile = (row: StoredFile): IssueFile => showRedaction(row);

export const showWait = (row: WaitRow): Wait => showRedaction(row);

export const showComment = (row: StoredComment): Comment => showRedaction(row);
