/** Issues and their comments, and the labels, projects and goals that they belong to. */
import { z } from 'zod';
import { contract, event, operation } from './define.ts';
import { planningEvents, planningOperations } from './issues-planning.ts';
import {
  Comment, HeartbeatContext, Issue, IssueCounts, IssueDetail, IssueField, IssueRow, IssueSnapshot,
  IssueSummary, IssueView, Mention,
} from './issues-records.ts';
import {
  Id, IssuePriority, IssueRef, IssueStatus, NonEmptyText, page, PAGE_MAX, PathId, Text, Timestamp,
  ifVersion,
} from './vocabulary.ts';

export * from './issues-planning-records.ts';
export * from './issues-records.ts';

const Title = z.string().trim().min(1).max(500);
/** Most labels of an issue, and most issues that block one. */
const LINKS_MAX = 50;
/** Most issues that are read by their ids at once: a page. */
const IDS_MAX = PAGE_MAX;

const issueFields = {
  title: Title,
  description: Text.nullable(),
  priority: IssuePriority,
  assigneeAgentId: Id.nullable(),
  assigneeUserId: Id.nullable(),
  parentId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  labelIds: z.array(Id).max(LINKS_MAX),
  blockedByIssueIds: z.array(Id).max(LINKS_MAX),
};

const issueEvent = (summary: string) =>
  event({ entity: 'issue', version: 1, summary, payload: IssueSnapshot });
const links = ['project_not_found', 'goal_not_found', 'label_not_found'] as const;
/** Why work does not begin. */
const start = [
  'issue_not_found', 'illegal_transition', 'agent_paused', 'strategy_not_approved',
  'company_paused', 'agent_not_assignable', 'agent_not_found',
] as const;

const inbox = (path: 'inbox' | 'inbox-lite') =>
  operation({
    http: `GET /api/agents/me/${path}`,
    summary: 'What the calling agent should look at: in progress, then todo, then blocked.',
    who: ['agent'],
    input: z.object({ ...page }),
    output: z.array(
      IssueSummary.pick({
        id: true, identifier: true, title: true, status: true, priority: true, parentId: true,
        projectId: true, updatedAt: true,
      }),
    ),
    paged: true,
    refusals: [],
  });

export const issues = contract({
  name: 'issues',
  summary: 'Issues, their comments and who works on what.',
  operations: {
    createIssue: operation({
      http: 'POST /api/companies/:companyId/issues',
      summary: 'Create an issue.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({
        companyId: PathId,
        ...z.object(issueFields).partial().shape,
        title: Title,
        status: IssueStatus.default('backlog'),
        priority: IssuePriority.default('medium'),
      }),
      output: Issue,
      refusals: [
        'issue_not_found', 'agent_not_found', 'agent_not_assignable', 'two_assignees',
        'assignee_required', 'strategy_not_approved', 'agent_paused', 'company_paused',
        'user_not_found', ...links,
      ],
      says: ['issue.created', 'issue.assigned'],
      settles: { billing: {}, approvals: {} },
    }),
    listIssues: operation({
      http: 'GET /api/companies/:companyId/issues',
      summary: 'Issues of a company, the most urgent and then the latest changed first.',
      who: ['agent', 'board'],
      input: z.object({
        companyId: PathId,
        status: z.array(IssueStatus).max(7).optional(),
        priority: z.array(IssuePriority).max(4).optional(),
        assigneeAgentId: Id.optional(),
        assigneeUserId: z.union([Id, z.literal('me')]).optional(),
        projectId: Id.optional(),
        goalId: Id.optional(),
        parentId: Id.optional(),
        labelId: Id.optional(),
        updatedSince: Timestamp.optional(),
        q: z.string().min(1).max(256).optional(),
        view: IssueView.default('full'),
        /** Instead of a view, exactly these. */
        fields: z.array(IssueField).min(1).max(40).optional(),
        ...page,
      }),
      output: z.array(IssueRow),
      paged: true,
      long: true,
      refusals: [],
    }),
    listIssuesById: operation({
      kind: 'read',
      summary: 'Those of the named issues that the caller may see, in the order of their ids.',
      who: ['agent', 'board'],
      input: z.object({ ids: z.array(Id).max(IDS_MAX) }),
      output: z.array(IssueSummary),
      refusals: [],
    }),
    getIssue: operation({
      http: 'GET /api/issues/:issueId',
      summary: 'One issue with its ancestors and what the caller may do to it.',
      who: ['agent', 'board'],
      input: z.object({ issueId: IssueRef }),
      output: IssueDetail,
      refusals: ['issue_not_found'],
    }),
    updateIssue: operation({
      http: 'PATCH /api/issues/:issueId',
      summary: 'Change an issue, comment on it, or both at once.',
      who: ['agent', 'board'],
      input: z
        .object({ ...issueFields, status: IssueStatus, comment: NonEmptyText })
        .partial()
        .extend({ issueId: IssueRef, ...ifVersion }),
      output: Issue.extend({ comment: Comment.nullable() }),
      refusals: [
        ...start, 'two_assignees', 'assignee_required', 'cancel_needs_manager',
        'would_make_cycle', 'not_the_owner', 'user_not_found', ...links,
      ],
      says: ['issue.updated', 'issue.assigned', 'issue.commented', 'issue.unblocked'],
    }),
    checkoutIssue: operation({
      http: 'POST /api/issues/:issueId/checkout',
      summary: 'Claim an issue and start it, atomically.',
      who: ['agent', 'board'],
      input: z.object({
        issueId: IssueRef,
        agentId: Id,
        expectedStatuses: z.array(IssueStatus).min(1).max(7),
      }),
      output: Issue,
      refusals: [
        ...start, 'issue_owned_by_another_agent', 'unexpected_status', 'acting_as_another_agent',
      ],
      says: ['issue.checked_out'],
    }),
    releaseIssue: operation({
      http: 'POST /api/issues/:issueId/release',
      summary: 'Give an issue back: todo, without an assignee.',
      who: ['agent', 'board'],
      input: z.object({ issueId: IssueRef }),
      output: Issue,
      refusals: ['issue_not_found', 'not_the_owner', 'illegal_transition'],
      says: ['issue.released'],
    }),
    addComment: operation({
      http: 'POST /api/issues/:issueId/comments',
      summary: 'Comment on an issue; @AgentName wakes that agent.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({ issueId: IssueRef, body: NonEmptyText }),
      output: Comment,
      refusals: ['issue_not_found'],
      says: ['issue.commented'],
    }),
    listComments: operation({
      http: 'GET /api/issues/:issueId/comments',
      summary: 'The comments on an issue.',
      who: ['agent', 'board'],
      input: z.object({
        issueId: IssueRef,
        order: z.enum(['asc', 'desc']).default('asc'),
        /** Only comments written strictly after this one. */
        after: Id.optional(),
        ...page,
      }),
      output: z.array(Comment),
      paged: true,
      refusals: ['issue_not_found', 'comment_not_found'],
    }),
    getComment: operation({
      http: 'GET /api/issues/:issueId/comments/:commentId',
      summary: 'One comment.',
      who: ['agent', 'board'],
      input: z.object({ issueId: IssueRef, commentId: PathId }),
      output: Comment,
      refusals: ['issue_not_found', 'comment_not_found'],
    }),
    findComment: operation({
      kind: 'read',
      summary: 'One comment by its id alone.',
      who: ['agent', 'board'],
      input: z.object({ commentId: Id }),
      output: Comment,
      refusals: ['comment_not_found'],
    }),
    getInbox: inbox('inbox'),
    getInboxLite: inbox('inbox-lite'),
    countIssues: operation({
      kind: 'read',
      summary: 'How many issues of a company have which status, and which of them are stale.',
      who: ['agent', 'board'],
      input: z.object({ companyId: Id }),
      output: IssueCounts,
      refusals: [],
    }),
    getHeartbeatContext: operation({
      http: 'GET /api/issues/:issueId/heartbeat-context',
      summary: 'What a heartbeat begins with: the issue, its surroundings, its thread.',
      who: ['agent', 'board'],
      input: z.object({ issueId: IssueRef }),
      output: HeartbeatContext,
      refusals: ['issue_not_found'],
    }),
    ...planningOperations,
  },
  events: {
    'issue.created': issueEvent('An issue was created.'),
    'issue.updated': event({
      entity: 'issue',
      version: 1,
      summary: 'Fields or the status of an issue changed.',
      payload: IssueSnapshot.extend({
        /** Changed field → its old and new value; long text is left out. */
        changes: z.record(z.string(), z.object({ from: z.json(), to: z.json() })),
      }),
    }),
    'issue.assigned': event({
      entity: 'issue',
      version: 1,
      summary: 'The assignee of an issue changed.',
      payload: IssueSnapshot.extend({ previousAssigneeAgentId: Id.nullable() }),
    }),
    'issue.checked_out': issueEvent('An agent claimed an issue and started it.'),
    'issue.released': event({
      entity: 'issue',
      version: 1,
      summary: 'An issue was given back.',
      payload: IssueSnapshot.extend({ previousAssigneeAgentId: Id.nullable() }),
    }),
    'issue.unblocked': issueEvent('The last issue that blocked this one has ended.'),
    'issue.commented': event({
      entity: 'issue',
      version: 1,
      summary: 'Somebody commented on an issue; its mentions are resolved.',
      payload: IssueSnapshot.extend({
        commentId: Id,
        excerpt: z.string(),
        mentions: z.array(Mention),
      }),
    }),
    ...planningEvents,
  },
});
