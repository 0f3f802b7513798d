/** What an agent needs to go on with an issue, in one read. */
import { z } from 'zod';
import { AgentDetail } from '../agents/records.ts';
import { Approval } from '../approvals/records.ts';
import { operation } from '../define.ts';
import { Comment } from '../issues/comment-records.ts';
import { IssueContext, IssueSummary } from '../issues/records.ts';
import { Id, IssueRef } from '../vocabulary.ts';

const COMMENTS_DEFAULT = 10;
const COMMENTS_MAX = 50;
/** Approvals in an answer; all of them are at `GET /api/issues/:issueId/approvals`. */
export const APPROVALS_SHOWN = 20;

const Parts = z.enum(['approvals', 'budget']);

const issueContext = IssueContext.omit({ companyId: true, blockedByIssueIds: true });
const flat = issueContext.omit({ createdByAgentId: true, createdByUserId: true });

/** The fields of the issue are also at the top level, for clients that read them there. */
export const HeartbeatContext = flat.extend({
  issue: issueContext.pick({
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
    createdByAgentId: true,
    createdByUserId: true,
  }),
  comments: issueContext.shape.comments.extend({
    /** Oldest first: those after the given one, or the newest ones. */
    items: z.array(
      Comment.pick({
        id: true,
        body: true,
        authorName: true,
        authorAgentId: true,
        authorUserId: true,
        createdAt: true,
        redacted: true,
      }),
    ),
    /** Whether there are more: later ones if `after` was given, else earlier ones. */
    more: z.boolean(),
  }),
  /** Issues that have to end before this one can go on. */
  blockers: z.array(
    IssueSummary.pick({
      id: true,
      identifier: true,
      title: true,
      status: true,
      assigneeAgentId: true,
      assigneeUserId: true,
    }),
  ),
  /** Newest first. null: see `unavailable`. */
  approvals: z
    .array(Approval.pick({ id: true, type: true, status: true, decisionNote: true }))
    .nullable(),
  /** The caller's, for the month. null for the board; else see `unavailable`. */
  budget: AgentDetail.shape.budget.nullable(),
  unavailable: z
    .array(Parts)
    .optional()
    .describe('Present if a service could not answer: these parts are null and can be read later.'),
});
export type HeartbeatContext = z.output<typeof HeartbeatContext>;

export const composedHeartbeatContext = {
  getHeartbeatContext: operation({
    http: 'GET /api/issues/:issueId/heartbeat-context',
    summary:
      'The context of a heartbeat: the issue, its project, goal and ancestors, its comments, ' +
      'blockers and approvals, and the budget of the caller.',
    who: ['agent', 'board'],
    input: z.object({
      issueId: IssueRef,
      after: Id.optional().describe('A comment: only those written after it.'),
      comments: z.int().min(0).max(COMMENTS_MAX).default(COMMENTS_DEFAULT),
    }),
    output: HeartbeatContext,
    refusals: ['issue_not_found', 'comment_not_found'],
  }),
} as const;
