/** What the board decides. */
import { z } from 'zod';
import { everyCopyAfterBudget } from './agents-operations.ts';
import { contract, event, operation } from './define.ts';
import {
  ApprovalStatus, ApprovalType, Id, JsonObject, NonEmptyText, page, PathId, Text, Timestamp,
  Version, ifVersion,
} from './vocabulary.ts';

export const Approval = z.object({
  id: Id,
  companyId: Id,
  type: ApprovalType,
  status: ApprovalStatus,
  requestedByAgentId: Id.nullable(),
  requestedByUserId: Id.nullable(),
  payload: JsonObject,
  decisionNote: z.string().nullable(),
  decidedByUserId: Id.nullable(),
  decidedAt: Timestamp.nullable(),
  revision: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Approval = z.output<typeof Approval>;

export const ApprovalComment = z.object({
  id: Id,
  companyId: Id,
  approvalId: Id,
  body: z.string(),
  authorAgentId: Id.nullable(),
  authorUserId: Id.nullable(),
  authorName: z.string(),
  runId: Id.nullable(),
  createdAt: Timestamp,
});
export type ApprovalComment = z.output<typeof ApprovalComment>;

/** What the requester's wake-up and the reacting services need; sent with every approval event. */
export const ApprovalSnapshot = z.object({
  approvalId: Id,
  type: ApprovalType,
  status: ApprovalStatus,
  requestedByAgentId: Id.nullable(),
  requestedByUserId: Id.nullable(),
  /** The waiting agent of a hire. */
  agentId: Id.nullable(),
  issueIds: z.array(Id),
  decisionNote: z.string().nullable(),
  revision: z.int(),
  version: Version,
  /** Of a budget_override_required: whose limit rises when it is approved, and by how much. */
  budgetRaise: z.object({ agentId: Id, amountCents: z.int().min(1) }).optional(),
});

const approvalEvent = (summary: string) =>
  event({ entity: 'approval', version: 1, summary, payload: ApprovalSnapshot });
const linkEvent = (summary: string) =>
  event({
    entity: 'approval',
    version: 1,
    summary,
    payload: ApprovalSnapshot.extend({ issueId: Id }),
  });

/**
 * A decision is seen by whoever asks next: the agent, its roster copies, the CEO's gate, the wake.
 */
const decisionSettles = {
  agents: { issues: {}, billing: {}, scheduler: {}, gateway: {}, approvals: {} },
  issues: {},
  scheduler: {},
} as const;

/** What is approved may be a higher limit, which may end a pause. */
const approvalSettles = { ...decisionSettles, agents: everyCopyAfterBudget } as const;

/** Binds a verdict to what was read: another version or revision by now is refused. */
const verdict = {
  approvalId: PathId,
  decisionNote: Text.nullable().optional(),
  revision: z.int().min(1).optional(),
  ...ifVersion,
};

const decision = (verb: 'approve' | 'reject', summary: string) =>
  operation({
    http: `POST /api/approvals/:approvalId/${verb}`,
    summary,
    who: ['board'],
    needs: 'approve',
    input: z.object(verdict),
    output: Approval,
    refusals: ['approval_not_found', 'approval_already_decided'],
    says: [verb === 'approve' ? 'approval.approved' : 'approval.rejected'],
    settles: verb === 'approve' ? approvalSettles : decisionSettles,
  });

/** Links belong to a pair; the gateway has found the issue and knows its company. */
const link = { companyId: Id, issueId: Id, approvalId: Id };

export const approvals = contract({
  name: 'approvals',
  summary: 'What agents ask of the board and what the board decided.',
  operations: {
    createApproval: operation({
      http: 'POST /api/companies/:companyId/approvals',
      summary: 'Ask the board.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({
        companyId: PathId,
        type: ApprovalType,
        requestedByAgentId: Id.optional(),
        payload: JsonObject,
        issueIds: z.array(Id).max(50).default([]),
      }),
      output: Approval,
      refusals: ['acting_as_another_agent', 'agent_not_found', 'issue_not_found', 'ceo_only'],
      says: ['approval.created'],
    }),
    countPendingApprovals: operation({
      kind: 'read',
      summary: 'How many approvals of a company wait for the board.',
      who: ['agent', 'board'],
      input: z.object({ companyId: Id }),
      output: z.object({ pending: z.int() }),
      refusals: [],
    }),
    listApprovals: operation({
      http: 'GET /api/companies/:companyId/approvals',
      summary: 'Approvals of a company, newest first.',
      who: ['agent', 'board'],
      input: z.object({
        companyId: PathId,
        status: z.array(ApprovalStatus).min(1).max(5).optional(),
        type: z.array(ApprovalType).min(1).max(4).optional(),
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
    approveApproval: decision('approve', 'Approve.'),
    rejectApproval: decision('reject', 'Reject.'),
    requestRevision: operation({
      http: 'POST /api/approvals/:approvalId/request-revision',
      summary: 'Ask the requester to revise.',
      who: ['board'],
      needs: 'approve',
      input: z.object(verdict),
      output: Approval,
      refusals: ['approval_not_found', 'approval_already_decided'],
      says: ['approval.revision_requested'],
      settles: { scheduler: {} },
    }),
    resubmitApproval: operation({
      http: 'POST /api/approvals/:approvalId/resubmit',
      summary: 'Ask again, with a revised payload. A hire changes with it.',
      who: ['agent', 'board'],
      input: z.object({ approvalId: PathId, payload: JsonObject.optional(), ...ifVersion }),
      output: Approval,
      refusals: [
        'approval_not_found', 'approval_already_decided', 'illegal_transition',
        'not_the_requester', 'agent_not_found', 'secret_in_resubmission', 'secret_not_found',
        'secret_in_command',
      ],
      says: ['approval.resubmitted'],
      settles: { agents: { issues: {}, billing: {}, scheduler: {}, gateway: {} } },
    }),
    cancelApproval: operation({
      http: 'POST /api/approvals/:approvalId/cancel',
      summary: 'Withdraw what was asked. The agent of a hire is terminated.',
      who: ['agent', 'board'],
      input: z.object({ approvalId: PathId, ...ifVersion }),
      output: Approval,
      refusals: ['approval_not_found', 'approval_already_decided', 'not_the_requester'],
      says: ['approval.cancelled'],
      settles: decisionSettles,
    }),
    addApprovalComment: operation({
      http: 'POST /api/approvals/:approvalId/comments',
      summary: 'Comment on an approval; a comment of the board wakes the requester.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({ approvalId: PathId, body: NonEmptyText }),
      output: ApprovalComment,
      refusals: ['approval_not_found'],
      says: ['approval.commented'],
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
    listIssuesOfApproval: operation({
      kind: 'read',
      summary: 'Ids of the issues that an approval is about; the gateway shows the issues.',
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
      summary: 'Link an approval to an issue of its company. Again is the same.',
      who: ['agent', 'board', 'service'],
      input: z.object(link),
      output: z.array(Approval),
      refusals: ['approval_not_found', 'too_many_links'],
      says: ['approval.linked'],
    }),
    unlinkApproval: operation({
      kind: 'write',
      summary: 'Take the link between an approval and an issue away.',
      who: ['agent', 'board', 'service'],
      input: z.object(link),
      output: z.object({ ok: z.literal(true) }),
      refusals: ['approval_not_found'],
      says: ['approval.unlinked'],
    }),
  },
  events: {
    'approval.created': approvalEvent('The board was asked.'),
    'approval.approved': approvalEvent('The board said yes.'),
    'approval.rejected': approvalEvent('The board said no.'),
    'approval.revision_requested': approvalEvent('The board asked for a revision.'),
    'approval.resubmitted': event({
      entity: 'approval',
      version: 1,
      summary: 'The requester asked again.',
      payload: ApprovalSnapshot.extend({
        /**
         * The revised fields of a hire; null where they stay. Secrets are referred to; a masked
         * value stands for the one that the waiting agent has already.
         */
        hire: JsonObject.nullable(),
      }),
    }),
    'approval.cancelled': approvalEvent('The request was withdrawn.'),
    'approval.commented': event({
      entity: 'approval',
      version: 1,
      summary: 'Somebody commented on an approval. A comment of the board wakes the requester.',
      payload: ApprovalSnapshot.extend({
        commentId: Id,
        excerpt: z.string(),
        byBoard: z.boolean(),
      }),
    }),
    'approval.linked': linkEvent('An approval was linked to an issue.'),
    'approval.unlinked': linkEvent('The link between an approval and an issue was taken away.'),
  },
});
