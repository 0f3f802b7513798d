/** Issues as events show them, and how many there are. */
import { z } from 'zod';
import { ChildState, childStatusCounts, WakeOnChildren } from './records.ts';
import { Id, IssuePriority, IssueStatus, Timestamp, Version } from '../vocabulary.ts';

/** Issues of one agent that are asked about when it is started. */
export const CHECKOUTS_MAX = 100;

/** What other services copy of an issue; in every event about an issue. */
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
  openBlockers: z
    .array(z.string())
    .optional()
    .describe(
      'Identifiers of the open issues that block it. Only if there are any, and only in events of ' +
        'creations, changes, assignments and checkouts.',
    ),
  heldBy: z
    .string()
    .optional()
    .describe(
      'The identifier of the issue, or the name of the project, whose hold holds it. Only if it is held, ' +
        'and only in events of creations and holds.',
    ),
  note: z
    .string()
    .optional()
    .describe(
      'Only if the board has started it although open issues block it, which it names, or has ended it ' +
        'without the review that its policy asks for.',
    ),
});
export type IssueSnapshot = z.output<typeof IssueSnapshot>;

/** An open issue whose time has passed, and whom that wakes. */
export const OverdueSnapshot = IssueSnapshot.extend({
  dueAt: Timestamp,
  wakesAgentId: Id.nullable().describe(
    'Null where no agent is woken: people find it in their inbox.',
  ),
});
export type OverdueSnapshot = z.output<typeof OverdueSnapshot>;

/** Issues of one run that are looked at when it has ended. */
export const LEFT_ISSUES_MAX = 100;
/** Runs in a row that are counted: after so many an issue is stuck. */
export const LEFT_TIMES_MAX = 2;

/** An issue that a run has left in progress, without saying what comes next. */
export const LeftSnapshot = IssueSnapshot.extend({
  leftBy: Id.describe('The run.'),
  times: z.int().describe('Runs in a row that have left it so; 2 also for more.'),
});
export type LeftSnapshot = z.output<typeof LeftSnapshot>;

/** A parent, and how its children are after one of them has changed. */
export const ParentSnapshot = IssueSnapshot.extend({
  wakeOnChildren: WakeOnChildren,
  /** The child that has changed. */
  child: ChildState.extend({ issueId: Id }),
  /** The first 20, the open ones before those that have ended. */
  children: z.array(ChildState),
  childCounts: childStatusCounts,
  /** Those that are neither done nor cancelled. */
  openChildren: z.int(),
});
export type ParentSnapshot = z.output<typeof ParentSnapshot>;

/** Issues in progress without activity for an hour, the longest inactive first. */
export const StaleIssues = z.object({
  /** Number of all stale issues; the list may have fewer. */
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

/** Issues that are counted of one status. */
export const ISSUES_COUNTED_MAX = 1_000;

export const ListedIssueCounts = z.object({
  /** Every status that was asked for is present. */
  byStatus: z.partialRecord(IssueStatus, z.int()),
  more: z
    .array(IssueStatus)
    .describe('Statuses of which there may be more issues than were counted.'),
});

export const IssueCounts = z.object({
  /** Every status is present; 0 if no issue has it. */
  byStatus: z.record(IssueStatus, z.int()),
  stale: StaleIssues,
  /** Open issues without an assignee; 10,000 at most. */
  unassigned: z.int().optional(),
});
