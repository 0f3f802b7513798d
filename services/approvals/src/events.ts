/** Event inputs made from state: the company, the entity and the payload of an event. */
import type { ApprovalRow } from './domain/approval.ts';

/** Longest decision note in an event; the approval has the whole note. */
const NOTE_IN_EVENT_MAX = 2_000;

export const approvalEvent = (approval: ApprovalRow) => ({
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
    decisionNote: approval.decisionNote?.slice(0, NOTE_IN_EVENT_MAX) ?? null,
    revision: approval.revision,
    version: approval.version,
    ...budgetRaiseOf(approval),
  },
});

/** The agent whose budget is to be raised, and the amount. */
function budgetRaiseOf({ type, payload, budgetAgentId: agentId }: ApprovalRow) {
  if (type !== 'budget_override_required' || !agentId) return {};
  return { budgetRaise: { agentId, amountCents: Number(payload['amountCents']) } };
}
