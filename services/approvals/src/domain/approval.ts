/** An approval as it is kept, as it is shown, and as it is said. */
import { redact, type Approval } from '@muster/contracts';

/** Longest decision note in an event; the whole note is in the record. */
const NOTE_SAID_MAX = 2_000;

/** As it is stored: with the waiting agent of a hire and the issues that it is about. */
export interface ApprovalRow extends Approval {
  readonly agentId: string | null;
  /** Whose budget a `budget_override_required` is about. */
  readonly budgetAgentId: string | null;
  /** The event that opened it; null where somebody asked. */
  readonly causedBy: string | null;
  readonly issueIds: readonly string[];
}

/** Nothing ever needs a secret that somebody put into a payload, so none is kept or shown. */
export const masked = (payload: Approval['payload']): Approval['payload'] =>
  redact(payload) as Approval['payload'];

export const showApproval = (
  { agentId: _, budgetAgentId: __, causedBy: ___, issueIds: ____, ...approval }: ApprovalRow,
): Approval => ({
  ...approval,
  payload: masked(approval.payload),
});

/** What is said of an approval: whose it is, what it is about, how it stands. */
export const sayingOf = (approval: ApprovalRow) => ({
  companyId: approval.companyId,
  entityId: approval.id,
  payload: {
    approvalId: approval.id,
    type: approval.type,
    status: approval.status,
    requestedByAgentId: approval.requestedByAgentId,
    requestedByUserId: approval.requestedByUserId,
    agentId: approval.agentId,
    issueIds: [...approval.issueIds],
    decisionNote: approval.decisionNote?.slice(0, NOTE_SAID_MAX) ?? null,
    revision: approval.revision,
    version: approval.version,
    ...budgetRaiseOf(approval),
  },
});

/** Whose budget is to be raised, and by how much. */
function budgetRaiseOf({ type, payload, budgetAgentId: agentId }: ApprovalRow) {
  if (type !== 'budget_override_required' || !agentId) return {};
  return { budgetRaise: { agentId, amountCents: Number(payload['amountCents']) } };
}
