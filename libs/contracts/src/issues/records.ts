/** Issues and comments, as answers and events show them. */
import { z } from 'zod';
import { Hold } from './hold-records.ts';
import { GoalView, LabelView, ProjectView } from './planning-records.ts';
import { reviewFieldsShown } from '../review-policy.ts';
import { IssueReview } from './reviews.ts';
import { EndedWait } from './wait-records.ts';
import { DocumentsInContext, FoundInDocuments } from './document-records.ts';
import { QuestionInContext } from './question-records.ts';
import { Id, IssuePriority, IssueStatus, Timestamp, Version } from '../vocabulary.ts';

/**
 * When children wake the assignee of their parent: `settled` when the last open one has ended, `each` when
 * any has; both also when one is blocked.
 */
export const WakeOnChildren = z.enum(['settled', 'each', 'none']);
export type WakeOnChildren = z.output<typeof WakeOnChildren>;

/** An issue without its description; an item of a list unless `fields` selects others. */
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
  wakeOnChildren: WakeOnChildren.optional(),
  dueAt: Timestamp.nullable().optional(),
  ...reviewFieldsShown,
});
export const Issue = IssueSummary.extend({ description: z.string().nullable() });
export type Issue = z.output<typeof Issue>;
/** The answer to what may assign an issue. */
export const AssignedIssue = Issue.extend({
  note: z
    .string()
    .optional()
    .describe(
      'Only if there is something to say: that no agent is woken, and what wakes one; that open ' +
        'issues block what was started or is done, or wait for what was reopened; or that children of ' +
        'what has ended are open.',
    ),
});
/** An item of a list: the summary, unless `fields` selects others. */
const SelectableRow = Issue.extend({
  /** Statuses to which this caller may move the issue now. Only where `fields` selects it. */
  allowedTransitions: z.array(IssueStatus),
  /** How many issues have it as their parent, of the first 1,000. Only where `fields` selects it. */
  childCounts: z.object({ open: z.int(), ended: z.int() }),
}).partial();
export const IssueRow = SelectableRow.extend({ foundInDocuments: FoundInDocuments.optional() });
export type IssueRow = z.output<typeof IssueRow>;
export const IssueField = SelectableRow.keyof();
export type IssueField = z.output<typeof IssueField>;
/**
 * `full` has every field but the description; `compact` has the fields for choosing an issue,
 * without nulls: about a third of the bytes, which an agent pays for as tokens.
 */
export const IssueView = z.enum(['full', 'compact']);

/**
 * Why an issue waits for a board user: it is assigned to the user; it is in review, and the user has
 * created it or no agent decides it; or it is stuck: it is blocked, and no open issue blocks it, or its
 * agent is held because its runs fail, or two runs in a row have left it in progress without a word.
 */
export const BoardIssueReason = z.enum(['assigned', 'in_review', 'stuck']);
export type BoardIssueReason = z.output<typeof BoardIssueReason>;

/** An issue in the inbox of a board user. */
export const BoardIssue = IssueSummary.pick({
  id: true,
  companyId: true,
  identifier: true,
  title: true,
  status: true,
  priority: true,
  assigneeAgentId: true,
  assigneeUserId: true,
  projectId: true,
  updatedAt: true,
}).extend({
  reason: BoardIssueReason,
  /**
   * `no_open_blocker`; `agent_held`: its agent fails equally and is held; `left_in_progress`: two runs in a row
   * have left it so; `run_cancelled`, `run_failed`: no other run follows; `agent_terminated`: nobody has it
   * since. Null if it is not stuck.
   */
  stuckBy: z.string().nullable().optional(),
  lastComment: z
    .object({
      id: Id,
      authorName: z.string(),
      /** Its first 280 characters. */
      excerpt: z.string(),
      createdAt: Timestamp,
    })
    .nullable(),
});
export type BoardIssue = z.output<typeof BoardIssue>;

/** An open issue of any agent or user whose time has passed, in the inbox of a board user. */
export const OverdueIssue = BoardIssue.omit({ reason: true, stuckBy: true }).extend({
  dueAt: Timestamp,
});
export type OverdueIssue = z.output<typeof OverdueIssue>;

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
  /** From the parent to the root; at most 50. */
  ancestors: z.array(Ancestor),
  truncated: z
    .literal(true)
    .optional()
    .describe(
      'Present if not everything around the issue fits into the answer: texts of its project or ' +
        'goal are then empty, far ancestors have no description, project and goal, or are left ' +
        'out, as are those above the fiftieth. Each is read whole by its id.',
    ),
  /** Statuses to which this caller may move the issue now. */
  allowedTransitions: z.array(IssueStatus),
  hold: Hold.nullable()
    .optional()
    .describe('What holds it: nobody starts it; null if nothing does.'),
  /** Absent in answers of the release before. */
  review: IssueReview.optional(),
});

/** An issue as others refer to it. */
export const IssueLink = IssueSummary.pick({
  id: true,
  identifier: true,
  title: true,
  status: true,
  priority: true,
  assigneeAgentId: true,
  assigneeUserId: true,
});
export type IssueLink = z.output<typeof IssueLink>;

/** Issues in each list of the relations of an issue. */
export const RELATIONS_MAX = 100;

export const IssueRelations = z.object({
  issueId: Id,
  /** The issues that block it, also those that have ended since. */
  blockedBy: z.array(IssueLink),
  /** The open issues that it blocks. */
  blocks: z.array(IssueLink),
  /** Whether it blocks more than the first hundred. */
  blocksMore: z.boolean(),
});

/** How many children have which status; a status that none has is absent. */
export const childStatusCounts = z.partialRecord(IssueStatus, z.int());

/** Characters of the title of a child that is named. */
export const CHILD_TITLE_MAX = 120;

/** A child as its parent's assignee hears of it; of a long title the beginning. */
export const ChildState = IssueSummary.pick({ identifier: true, title: true, status: true });
export type ChildState = z.output<typeof ChildState>;

/** Children that are named in an event, a wake-up and the context of a heartbeat. */
export const CHILDREN_NAMED_MAX = 20;

/** The open children of an issue. */
export const OpenChildren = z.object({
  /** Of the first 1,000. */
  count: z.int(),
  /** The first 20, those in progress before the others. */
  items: z.array(ChildState),
});
export type OpenChildren = z.output<typeof OpenChildren>;

/** What the issues service knows of the context of a heartbeat. */
export const IssueContext = IssueDetail.pick({
  id: true,
  identifier: true,
  title: true,
  description: true,
  status: true,
  priority: true,
  assigneeAgentId: true,
  assigneeUserId: true,
  parentId: true,
  checkoutRunId: true,
  updatedAt: true,
  version: true,
  project: true,
  goal: true,
  ancestors: true,
  truncated: true,
  allowedTransitions: true,
  hold: true,
}).extend({
  /** The end of the thread: later comments are read with `after=` the last comment. */
  comments: z.object({ count: z.int(), lastCommentId: Id.nullable() }),
  openChildren: OpenChildren.optional().describe('Only if there are any.'),
  endedWait: EndedWait.optional().describe(
    'Only of an agent: its latest wait on the issue that has ended, unless it was cancelled.',
  ),
  questions: z
    .array(QuestionInContext)
    .optional()
    .describe('Only if there are any: the open ones first, then the newest; at most ten.'),
  documents: DocumentsInContext.optional().describe('Only if there are any.'),
  /** The next four are left out by the release before. */
  companyId: Id.optional(),
  blockedByIssueIds: z.array(Id).optional(),
  createdByAgentId: Id.nullable().optional(),
  createdByUserId: Id.nullable().optional(),
});
