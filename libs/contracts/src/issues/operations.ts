/** Issues: creating, reading, changing, claiming and releasing them. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { Comment } from './comment-records.ts';
import {
  AssignedIssue,
  Issue,
  IssueDetail,
  IssueField,
  IssueRow,
  IssueSummary,
  IssueRelations,
  IssueView,
  WakeOnChildren,
} from './records.ts';
import { CHECKOUTS_MAX, ISSUES_COUNTED_MAX, ListedIssueCounts } from './snapshots.ts';
import { listFilters } from './list-filters.ts';
import { reviewFields } from '../review-policy.ts';
import { reviewRefusals } from './reviews.ts';
import {
  Id,
  ifVersion,
  IssuePriority,
  IssueRef,
  IssueStatus,
  NonEmptyText,
  page,
  PAGE_MAX,
  PathId,
  Text,
  Timestamp,
} from '../vocabulary.ts';

const Title = z.string().trim().min(1).max(500);
/** Most labels of an issue, and most issues that block one. */
export const LINKS_MAX = 50;
/** Most issues in one read by ids: a page. */
const IDS_MAX = PAGE_MAX;

export const issueFields = {
  title: Title,
  description: Text.nullable(),
  priority: IssuePriority,
  assigneeAgentId: Id.nullable(),
  assigneeUserId: Id.nullable(),
  parentId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  labelIds: z.array(Id).max(LINKS_MAX),
  blockedByIssueIds: z
    .array(Id)
    .max(LINKS_MAX)
    .describe('Issues that have ended do not block: they are left out.'),
  wakeOnChildren: WakeOnChildren,
  dueAt: Timestamp.nullable(),
  ...reviewFields,
};

const linkRefusals = ['project_not_found', 'goal_not_found', 'label_not_found'] as const;
/** Refusals of any change that could start work on an issue. */
const startRefusals = [
  'issue_not_found',
  'issue_blocked',
  'issue_held',
  'illegal_transition',
  'agent_paused',
  'strategy_not_approved',
  'company_paused',
  'agent_not_assignable',
  'agent_not_found',
] as const;

export const issueOperations = {
  createIssue: operation({
    http: 'POST /api/companies/:companyId/issues',
    summary: 'Create an issue.',
    who: ['agent', 'board'],
    stores: true,
    status: 201,
    location: '/api/issues/:issueId',
    input: z.object({
      companyId: PathId,
      ...z.object(issueFields).partial().shape,
      title: Title,
      status: IssueStatus.default('backlog'),
      priority: IssuePriority.default('medium'),
    }),
    output: AssignedIssue,
    refusals: [
      'issue_not_found',
      'agent_not_found',
      'agent_not_assignable',
      'two_assignees',
      'assignee_required',
      'strategy_not_approved',
      'issue_blocked',
      'issue_held',
      'agent_paused',
      'company_paused',
      'user_not_found',
      ...reviewRefusals,
      ...linkRefusals,
    ],
    emits: ['issue.created', 'issue.assigned'],
  }),
  listIssues: operation({
    http: 'GET /api/companies/:companyId/issues',
    summary:
      'Issues of a company, by priority and then by latest change, or as `sort` says. With a filter ' +
      'that has no index (unassigned, blocked, a creator, several values, words of very many issues) ' +
      'or sorted by creation, a page may have fewer issues than its limit, or none, and still a next ' +
      'cursor.',
    who: ['agent', 'board'],
    input: z.object({
      companyId: PathId,
      ...listFilters,
      /** Without it, a search of up to 1,000 issues has the best place of the words first. */
      sort: z.enum(['priority', 'updated', 'created']).optional(),
      q: z.string().min(1).max(256).optional(),
      view: IssueView.default('full'),
      /** Exactly these fields, instead of a view. */
      fields: z.array(IssueField).min(1).max(40).optional(),
      ...page,
    }),
    output: z.array(IssueRow),
    paged: true,
    long: true,
    refusals: [],
  }),
  countListedIssues: operation({
    http: 'GET /api/companies/:companyId/issues/counts',
    summary: `How many issues of each status pass the filters of a list: up to ${ISSUES_COUNTED_MAX}.`,
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...listFilters }),
    output: ListedIssueCounts,
    long: true,
    refusals: [],
  }),
  listIssuesById: operation({
    kind: 'read',
    summary: 'The issues with these ids that the caller may see, in the order of the ids.',
    who: ['agent', 'board'],
    input: z.object({ ids: z.array(Id).max(IDS_MAX) }),
    output: z.array(IssueSummary),
    refusals: [],
  }),
  getIssueCheckout: operation({
    kind: 'read',
    summary: 'What the checkout of an issue is made from, and which other issues have ended.',
    who: ['service'],
    input: z.object({
      companyId: Id,
      /** Null for a run without an issue. */
      issueId: Id.nullable(),
      /** The folder that the agent names; null where it names none, and its repository is cloned. */
      cwd: z.string().nullable(),
      otherIssueIds: z.array(Id).max(CHECKOUTS_MAX),
    }),
    output: z.object({
      identifier: z.string().nullable(),
      /** Absent in answers of the release before; null without an issue. */
      title: z.string().nullable().optional(),
      /** Of the workspace in that folder, or of a primary workspace without a folder. */
      repoRef: z.string().nullable(),
      /** What is cloned where the agent names no folder; absent where it names one. */
      repoUrl: z.string().nullable().optional(),
      /** Identifiers of the other issues that are done or cancelled. */
      ended: z.array(z.string()),
    }),
    refusals: ['issue_not_found'],
  }),
  getIssue: operation({
    http: 'GET /api/issues/:issueId',
    summary: 'One issue with its ancestors and the statuses to which the caller may move it.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef }),
    output: IssueDetail,
    refusals: ['issue_not_found'],
  }),
  getIssueRelations: operation({
    http: 'GET /api/issues/:issueId/relations',
    summary:
      'The issues that block an issue, and the open ones that it blocks, by title and status.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef }),
    output: IssueRelations,
    refusals: ['issue_not_found'],
  }),
  updateIssue: operation({
    http: 'PATCH /api/issues/:issueId',
    summary: 'Change an issue, comment on it, or both in one transaction.',
    who: ['agent', 'board'],
    stores: ['title', 'description', 'comment'],
    whilePaused: ['status', 'comment', 'ifVersion'],
    input: z
      .object({ ...issueFields, status: IssueStatus, comment: NonEmptyText })
      .partial()
      .extend({ issueId: IssueRef, ...ifVersion }),
    output: AssignedIssue.extend({ comment: Comment.nullable() }),
    refusals: [
      ...startRefusals,
      'two_assignees',
      'assignee_required',
      'cancel_needs_manager',
      'would_make_cycle',
      'not_the_owner',
      'user_not_found',
      ...reviewRefusals,
      ...linkRefusals,
    ],
    emits: [
      'issue.updated',
      'issue.assigned',
      'issue.review_requested',
      'issue.reviewed',
      'issue.commented',
      'issue.unblocked',
      'issue.children_settled',
      'issue.child_ended',
      'issue.child_blocked',
      'issue.wait_ended',
      'issue.held',
      'issue.hold_lifted',
    ],
  }),
  checkoutIssue: operation({
    http: 'POST /api/issues/:issueId/checkout',
    summary: 'Claim an issue and set it to in_progress, atomically.',
    who: ['agent', 'board'],
    input: z.object({
      issueId: IssueRef,
      agentId: Id,
      expectedStatuses: z
        .array(IssueStatus, 'a list of the statuses in which you take the issue, such as ["todo"]')
        .min(1)
        .max(7),
    }),
    output: Issue,
    refusals: [
      ...startRefusals,
      'issue_owned_by_another_agent',
      'unexpected_status',
      'acting_as_another_agent',
      'review_not_yours',
    ],
    // What a terminated agent still has is freed first.
    emits: ['issue.checked_out', 'issue.released', 'issue.assigned'],
  }),
  releaseIssue: operation({
    http: 'POST /api/issues/:issueId/release',
    summary:
      'Release an open issue: its assignee is removed, and its status becomes todo, unless it is in the ' +
      'backlog, where it stays.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({ issueId: IssueRef }),
    output: AssignedIssue,
    refusals: [
      'issue_not_found',
      'not_the_owner',
      'review_not_yours',
      'illegal_transition',
      'agent_paused',
      'company_paused',
    ],
    emits: ['issue.released'],
  }),
  reopenIssue: operation({
    http: 'POST /api/issues/:issueId/reopen',
    summary:
      'Take an issue back to todo that is done or cancelled, and comment on it, in one transaction. The ' +
      'board may; an agent may that has ended it itself, within the `reopenDays` of its company. Its ' +
      'assignee stays, and is woken, unless no work may be assigned to it any more.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, comment: NonEmptyText.optional() }),
    output: AssignedIssue.extend({ comment: Comment.nullable() }),
    refusals: [
      'issue_not_found',
      'illegal_transition',
      'reopen_needs_board',
      'agent_paused',
      'company_paused',
    ],
    emits: ['issue.updated', 'issue.assigned', 'issue.commented', 'issue.held'],
  }),
} as const;
