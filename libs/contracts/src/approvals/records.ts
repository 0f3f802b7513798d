/** Approvals and their comments, as answers and events show them. */
import { z } from 'zod';
import { Redaction } from '../redaction.ts';
import {
  ApprovalStatus,
  ApprovalType,
  Cents,
  Id,
  JsonObject,
  Timestamp,
  Version,
} from '../vocabulary.ts';

/** A field before and after a change, as the board reads it: see `changes-for-board.ts`. */
export const FieldChange = z.object({
  /** `budgetMonthlyCents`, or `adapterConfig.command` for a key of an open object. */
  field: z.string(),
  /** null: absent. */
  before: z.json(),
  after: z.json(),
});
export type FieldChange = z.output<typeof FieldChange>;

export const Approval = z.object({
  id: Id,
  companyId: Id,
  type: ApprovalType,
  status: ApprovalStatus,
  requestedByAgentId: Id.nullable(),
  requestedByUserId: Id.nullable(),
  requestedByName: z
    .string()
    .nullable()
    .optional()
    .describe('The name of the agent or board user that asked; null where it is not known.'),
  /**
   * The agent that it is about: the one that waits to be hired, is to be changed, or has spent its
   * budget; null for a request about no agent.
   */
  aboutAgentId: Id.nullable().optional(),
  aboutAgentName: z
    .string()
    .nullable()
    .optional()
    .describe('The name of the agent that it is about; null for a request about no agent.'),
  payload: JsonObject,
  payloadByUserId: Id.nullable()
    .optional()
    .describe('The board user who last changed the payload; null if none has, or an agent did.'),
  /**
   * What a `change_agent` changes, and what the last resubmission of a hire has changed; secrets
   * masked, invisible characters written as `\\u{…}`. Not in lists.
   */
  changes: z.array(FieldChange).optional(),
  /** Of an approved `change_agent`; `not_applied` if the agent has changed before the decision took effect. */
  effect: z.enum(['applied', 'not_applied']).optional(),
  /**
   * Of a `budget_override_required`: the monthly limit that an approval gives the agent as things
   * are, and once approved the limit that it gave. 0 is no limit.
   */
  newBudgetMonthlyCents: Cents.optional(),
  decisionNote: z.string().nullable(),
  decidedByUserId: Id.nullable(),
  decidedByName: z
    .string()
    .nullable()
    .optional()
    .describe('The name of the board user who decided; null before, and where it is not known.'),
  decidedAt: Timestamp.nullable(),
  revision: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
  redacted: Redaction.optional().describe(
    'Only where it was redacted: the words of its payload and of the decision are `[redacted]` then.',
  ),
});
export type Approval = z.output<typeof Approval>;

/** The answer to a request for an approval. */
export const RequestedApproval = Approval.extend({
  note: z
    .string()
    .optional()
    .describe(
      'Only if it is an earlier request of the agent that is still open: how to change it.',
    ),
});
export type RequestedApproval = z.output<typeof RequestedApproval>;

/** A pending approval in the inbox of a board user. */
export const WaitingApproval = Approval.pick({
  id: true,
  companyId: true,
  type: true,
  status: true,
  requestedByAgentId: true,
  requestedByUserId: true,
  requestedByName: true,
  aboutAgentId: true,
  aboutAgentName: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
  version: true,
}).extend({
  /** The title or the name in its payload; null where it has none. */
  title: z.string().nullable(),
});
export type WaitingApproval = z.output<typeof WaitingApproval>;

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
  redacted: Redaction.optional().describe(
    'Only where the text was redacted: `body` is `[redacted]` then.',
  ),
});
export type ApprovalComment = z.output<typeof ApprovalComment>;

/** What the requester's wake-up and the reacting services need; in every approval event. */
export const ApprovalSnapshot = z.object({
  approvalId: Id,
  type: ApprovalType,
  status: ApprovalStatus,
  requestedByAgentId: Id.nullable(),
  requestedByUserId: Id.nullable(),
  /** The pending agent of a hire. */
  agentId: Id.nullable(),
  issueIds: z.array(Id),
  decisionNote: z.string().nullable(),
  revision: z.int(),
  version: Version,
  /**
   * For budget_override_required: the agent whose limit an approval raises, and by how much, or to
   * `limitCents` if the board has chosen the limit.
   */
  budgetRaise: z
    .object({ agentId: Id, amountCents: z.int().min(1), limitCents: Cents.min(1).optional() })
    .optional(),
});
