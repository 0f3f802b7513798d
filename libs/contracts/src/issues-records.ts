/** What an issue and a comment are, as answers and events show them. */
import { z } from 'zod';
import { GoalView, LabelView, ProjectView } from './issues-planning-records.ts';
import { Id, IssuePriority, IssueStatus, Timestamp, Version } from './vocabulary.ts';

/** The issue without its description: what lists carry unless `fields` asks for more. */
export const IssueSummary = z.object({
  id: Id,
  companyId: Id,
  identifier: z.string(),
  issueNumber: z.int(),
  title: z.string(),
  status: IssueStatus,
  priority: IssuePriority,
  assigneeAgentId: Id.nullable(),
  assigneeUserId: Id.nullable(),
  parentId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  labels: z.array(LabelView),
  labelIds: z.array(Id),
  blockedByIssueIds: z.array(Id),
  createdByAgentId: Id.nullable(),
  createdByUserId: Id.nullable(),
  assignedByAgentId: Id.nullable(),
  assignedByUserId: Id.nullable(),
  checkoutRunId: Id.nullable(),
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  cancelledAt: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export const Issue = IssueSummary.extend({ description: z.string().nullable() });
export type Issue = z.output<typeof Issue>;
/** What `fields` of a list may name. */
export const IssueField = Issue.keyof();
export type IssueField = z.output<typeof IssueField>;
/**
 * `full` is everything but the description; `compact` is what a choice among issues needs, without
 * what is null: about a third of the bytes, and an agent pays for each.
 */
export const IssueView = z.enum(['full', 'compact']);
/** A row of a list: the summary unless the request selects fields. */
export const IssueRow = Issue.partial();
export type IssueRow = z.output<typeof IssueRow>;

const Ancestor = z.object({
  id: Id,
  identifier: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: IssueStatus,
  priority: IssuePriority,
  assigneeAgentId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  project: ProjectView.nullable(),
  goal: GoalView.nullable(),
});
export const IssueDetail = Issue.extend({
  project: ProjectView.nullable(),
  goal: GoalView.nullable(),
  /** Nearest parent first, the root last; at most 50. */
  ancestors: z.array(Ancestor),
  /** The statuses to which this caller may move the issue now. */
  allowedTransitions: z.array(IssueStatus),
});

export const HeartbeatContext = IssueDetail.pick({
  id: true, identifier: true, title: true, description: true, status: true, priority: true,
  assigneeAgentId: true, assigneeUserId: true, parentId: true, checkoutRunId: true,
  updatedAt: true, version: true, project: true, goal: true, ancestors: true,
  allowedTransitions: true,
}).extend({
  /** How far the thread is: read on with `after=` the last comment. */
  comments: z.object({ count: z.int(), lastCommentId: Id.nullable() }),
});

export const Mention = z.object({
  agentId: Id,
  name: z.string(),
  woken: z.boolean(),
  reason: z.string().nullable(),
});
export type Mention = z.output<typeof Mention>;
export const Comment = z.object({
  id: Id,
  companyId: Id,
  issueId: Id,
  body: z.string(),
  authorAgentId: Id.nullable(),
  authorUserId: Id.nullable(),
  authorName: z.string(),
  mentions: z.array(Mention),
  runId: Id.nullable(),
  createdAt: Timestamp,
});
export type Comment = z.output<typeof Comment>;

/** What other services need to know of an issue. */
export const IssueSnapshot = z.object({
  issueId: Id,
  identifier: z.string(),
  title: z.string(),
  status: IssueStatus,
  priority: IssuePriority,
  assigneeAgentId: Id.nullable(),
  assigneeUserId: Id.nullable(),
  parentId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  version: Version,
});
export type IssueSnapshot = z.output<typeof IssueSnapshot>;

/** Issues in progress to which nothing has happened for an hour, the longest silent first. */
export const StaleIssues = z.object({
  /** All of them, however few are listed. */
  count: z.int(),
  issues: z.array(
    z.object({
      id: Id,
      identifier: z.string(),
      title: z.string(),
      assigneeAgentId: Id.nullable(),
      startedAt: Timestamp.nullable(),
      lastActivityAt: Timestamp,
    }),
  ),
});
export type StaleIssues = z.output<typeof StaleIssues>;

export const IssueCounts = z.object({
  /** A status that no issue has is 0. */
  byStatus: z.record(IssueStatus, z.int()),
  stale: StaleIssues,
});
