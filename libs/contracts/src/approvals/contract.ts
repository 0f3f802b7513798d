/** Approvals: what agents request and the board decides. */
import { z } from 'zod';
import { refusalsOfChanges } from '../agents/changes.ts';
import { everyCopyAfterBudget } from '../agents/operations.ts';
import { contract, operation } from '../define.ts';
import { moreWaits, WaitingCount } from '../inbox-limits.ts';
import { approvalEvents } from './events.ts';
import { RedactionReason } from '../redaction.ts';
import { Approval, ApprovalComment, RequestedApproval, WaitingApproval } from './records.ts';
import { stored } from '../storage-quota.ts';
import {
  ApprovalStatus,
  ApprovalType,
  Cents,
  Id,
  ifVersion,
  JsonObject,
  NonEmptyText,
  page,
  PathId,
  Text,
} from '../vocabulary.ts';

export * from './changes-for-board.ts';
export * from './raised-limit.ts';
export * from './records.ts';
export * from './rights.ts';

/**
 * Effects of a decision that the next request must see: the status of a hired agent in every copy,
 * the approved strategy in issues, the wake-up of the requester in scheduler.
 */
const decisionSettles = {
  agents: { issues: {}, billing: {}, scheduler: {}, gateway: {}, approvals: {} },
  issues: {},
  scheduler: {},
} as const;

/** An approval may raise a limit, which may end a pause. */
const approvalSettles = { ...decisionSettles, agents: everyCopyAfterBudget } as const;

/**
 * `revision` and `ifVersion` bind a decision to what was read: a newer one is refused. Without either, only what was asked for
 * first can be approved; one of them is required once the oldest release that may be in use sends it (0.4.0).
 */
const decisionInput = {
  approvalId: PathId,
  decisionNote: Text.nullable().optional(),
  revision: z.int().min(1).optional(),
  ...ifVersion,
};

const decisionRefusals = [
  'approval_not_found',
  'approval_already_decided',
  'another_must_decide',
] as const;

/** The limit that the board chooses in place of the raise that was asked for. */
const chosenLimit = {
  budgetMonthlyCents: Cents.min(1)
    .optional()
    .describe(
      'Of a budget_override_required: the new monthly limit of the agent, in place of the raise that ' +
        'was asked for. It has to be above the present limit.',
    ),
};

/** Links are between an approval and an issue; the gateway has looked up the issue's company. */
const linkInput = { companyId: Id, issueId: Id, approvalId: Id };

export const approvals = contract({
  name: 'approvals',
  summary: 'Requests of agents to the board, and the decisions of the board.',
  operations: {
    createApproval: operation({
      http: 'POST /api/companies/:companyId/approvals',
      summary:
        'Request an approval by the board. For change_agent the payload is {agentId, patch}; patch ' +
        'is what PATCH /api/agents/:agentId takes. An agent has one open request of a type for an ' +
        'issue: a second is answered with the first, and a note.',
      who: ['agent', 'board'],
      stores: true,
      mayNeed: ['manage_agents', 'manage_budgets'],
      status: 201,
      location: '/api/approvals/:approvalId',
      input: z.object({
        companyId: PathId,
        type: ApprovalType,
        requestedByAgentId: Id.optional(),
        payload: JsonObject,
        issueIds: z.array(Id).max(50).default([]),
      }),
      output: RequestedApproval,
      refusals: ['issue_not_found', 'ceo_only', 'not_your_report', ...refusalsOfChanges],
      emits: ['approval.created'],
    }),
    countPendingApprovals: operation({
      kind: 'read',
      summary: 'How many approvals of a company are pending.',
      who: ['agent', 'board'],
      input: z.object({ companyId: Id }),
      output: z.object({ pending: z.int(), ...stored }),
      refusals: [],
    }),
    listWaitingApprovals: operation({
      kind: 'read',
      summary: 'Pending approvals of all companies that the caller has the right to decide.',
      who: ['board'],
      input: z.object({}),
      output: z.object({
        counts: z.array(WaitingCount),
        rows: z.array(WaitingApproval),
        ...moreWaits,
      }),
      refusals: [],
    }),
    listApprovals: operation({
      http: 'GET /api/companies/:companyId/approvals',
      summary: 'Approvals of a company, newest first.',
      who: ['agent', 'board'],
      input: z.object({
        companyId: PathId,
        status: z.array(ApprovalStatus).min(1).max(5).optional(),
        type: z.array(ApprovalType).min(1).max(5).optional(),
        requestedByAgentId: Id.optional(),
        ...page,
      }),
      output: z.array(Approval),
      paged: true,
      refusals: [],
    }),
    getApproval: operation({
      http: 'GET /api/approvals/:approvalId',
      summary: 'One approval.',
      who: ['agent', 'board'],
      input: z.object({ approvalId: PathId }),
      output: Approval,
      refusals: ['approval_not_found'],
    }),
    approveApproval: operation({
      http: 'POST /api/approvals/:approvalId/approve',
      summary: 'Approve an approval; of a budget override, optionally with another new limit.',
      who: ['board'],
      needs: 'approve',
      input: z.object({ ...decisionInput, ...chosenLimit }),
      output: Approval,
      refusals: [...decisionRefusals, 'change_is_stale', 'limit_not_raised'],
      emits: ['approval.approved'],
      settles: approvalSettles,
    }),
    rejectApproval: operation({
      http: 'POST /api/approvals/:approvalId/reject',
      summary: 'Reject an approval.',
      who: ['board'],
      needs: 'approve',
      input: z.object(decisionInput),
      output: Approval,
      refusals: decisionRefusals,
      emits: ['approval.rejected'],
      settles: decisionSettles,
    }),
    requestRevision: operation({
      http: 'POST /api/approvals/:approvalId/request-revision',
      summary: 'Ask the requester for a revision.',
      who: ['board'],
      needs: 'approve',
      input: z.object(decisionInput),
      output: Approval,
      refusals: decisionRefusals,
      emits: ['approval.revision_requested'],
      settles: { scheduler: {} },
    }),
    resubmitApproval: operation({
      http: 'POST /api/approvals/:approvalId/resubmit',
      summary: 'Resubmit an approval with a revised payload; a hire changes accordingly.',
      who: ['agent', 'board'],
      stores: true,
      mayNeed: ['manage_agents', 'manage_budgets'],
      input: z.object({ approvalId: PathId, payload: JsonObject.optional(), ...ifVersion }),
      output: Approval,
      refusals: [
        'approval_not_found',
        'approval_already_decided',
        'not_your_report',
        'illegal_transition',
        'not_the_requester',
        'agent_not_found',
        'secret_in_resubmission',
        'secret_not_found',
        'secret_in_command',
      ],
      emits: ['approval.resubmitted'],
      settles: { agents: { issues: {}, billing: {}, scheduler: {}, gateway: {} } },
    }),
    cancelApproval: operation({
      http: 'POST /api/approvals/:approvalId/cancel',
      summary: 'Cancel an approval; the pending agent of a hire is terminated.',
      who: ['agent', 'board'],
      input: z.object({ approvalId: PathId, ...ifVersion }),
      output: Approval,
      refusals: ['approval_not_found', 'approval_already_decided', 'not_the_requester'],
      emits: ['approval.cancelled'],
      settles: decisionSettles,
    }),
    addApprovalComment: operation({
      http: 'POST /api/approvals/:approvalId/comments',
      summary: 'Comment on an approval; a comment by the board wakes the requester.',
      who: ['agent', 'board'],
      stores: true,
      status: 201,
      input: z.object({ approvalId: PathId, body: NonEmptyText }),
      output: ApprovalComment,
      refusals: ['approval_not_found'],
      emits: ['approval.commented'],
      settles: { scheduler: {} },
    }),
    listApprovalComments: operation({
      http: 'GET /api/approvals/:approvalId/comments',
      summary: 'The comments on an approval, oldest first.',
      who: ['agent', 'board'],
      input: z.object({ approvalId: PathId, ...page }),
      output: z.array(ApprovalComment),
      paged: true,
      refusals: ['approval_not_found'],
    }),
    redactApproval: operation({
      http: 'POST /api/approvals/:approvalId/redact',
      summary:
        'Take away the words of an approval for good, those of the request and those of the decision, such as a ' +
        'secret: a live run of the agent that has asked, or the board. One that is open is cancelled. Of a hire ' +
        'and of a change only the words of the decision go: the rest is the configuration of the agent.',
      who: ['agent', 'board'],
      whilePaused: true,
      input: z.object({ approvalId: PathId, reason: RedactionReason.optional() }),
      output: Approval,
      refusals: ['approval_not_found', 'not_the_author'],
      emits: ['approval.cancelled', 'approval.redacted'],
    }),
    redactApprovalComment: operation({
      http: 'POST /api/approvals/:approvalId/comments/:commentId/redact',
      summary:
        'Take away the text of a comment on an approval for good: a live run of its author or the board.',
      who: ['agent', 'board'],
      whilePaused: true,
      input: z.object({
        approvalId: PathId,
        commentId: PathId,
        reason: RedactionReason.optional(),
      }),
      output: ApprovalComment,
      refusals: ['approval_not_found', 'comment_not_found', 'not_the_author'],
      emits: ['approval.comment_redacted'],
    }),
    listIssuesOfApproval: operation({
      kind: 'read',
      summary: 'Ids of the issues that an approval is linked to; the gateway adds the issues.',
      who: ['agent', 'board', 'service'],
      input: z.object({ approvalId: PathId }),
      output: z.object({ companyId: Id, approvalId: Id, issueIds: z.array(Id) }),
      refusals: ['approval_not_found'],
    }),
    listApprovalsOfIssue: operation({
      kind: 'read',
      summary: 'The approvals that an issue is linked to, newest first.',
      who: ['agent', 'board', 'service'],
      input: z.object({ companyId: Id, issueId: Id, ...page }),
      output: z.array(Approval),
      paged: true,
      refusals: [],
    }),
    linkApproval: operation({
      kind: 'write',
      summary: 'Link an approval to an issue of its company; a repeat has no effect.',
      who: ['agent', 'board', 'service'],
      input: z.object(linkInput),
      output: z.array(Approval),
      refusals: ['approval_not_found', 'too_many_links'],
      emits: ['approval.linked'],
    }),
    unlinkApproval: operation({
      kind: 'write',
      summary: 'Unlink an approval from an issue.',
      who: ['agent', 'board', 'service'],
      input: z.object(linkInput),
      output: z.object({ ok: z.literal(true) }),
      refusals: ['approval_not_found'],
      emits: ['approval.unlinked'],
    }),
  },
  events: approvalEvents,
});
