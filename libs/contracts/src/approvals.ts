/** What the board decides. */
import { z } from 'zod';
import { contract, event, operation } from './define.ts';
import {
  ApprovalStatus, ApprovalType, Id, JsonObject, page, PathId, Text, Timestamp, Version, ifVersion,
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

/**
 * A decision is seen by whoever asks next: the agent, its roster copies, the CEO's gate, the wake.
 */
const decisionSettles = {
  agents: { issues: {}, billing: {}, scheduler: {}, gateway: {}, approvals: {} },
  issues: {},
  scheduler: {},
} as const;

const decision = (verb: 'approve' | 'reject', summary: string) =>
  operation({
    http: `POST /api/approvals/:approvalId/${verb}`,
    summary,
    who: ['board'],
    input: z.object({
      approvalId: PathId,
      decisionNote: Text.nullable().optional(),
      ...ifVersion,
    }),
    output: Approval,
    refusals: ['approval_not_found', 'approval_already_decided'],
    says: [verb === 'approve' ? 'approval.approved' : 'approval.rejected'],
    settles: decisionSettles,
  });

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
    listApprovals: operation({
      http: 'GET /api/companies/:companyId/approvals',
      summary: 'Approvals of a company, newest first.',
      who: ['agent', 'board'],
      input: z.object({
        companyId: PathId,
        status: z.array(ApprovalStatus).max(5).optional(),
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
  },
  events: {
    'approval.created': approvalEvent('The board was asked.'),
    'approval.approved': approvalEvent('The board said yes.'),
    'approval.rejected': approvalEvent('The board said no.'),
    'approval.cancelled': approvalEvent('The request was withdrawn.'),
  },
});
