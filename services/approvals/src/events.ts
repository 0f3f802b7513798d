/** Event inputs made from state: the company, the entity and the payload of an event. */
import { cutText } from '@muster/contracts';
import type { ApprovalRow } from './domain/approval.ts';

/** Longest decision note in an event; the approval has the whole note. */
const NOTE_IN_EVENT_MAX = 2_000;

/** `chosenCents`: the limit that the board chooses with its decision. */
export const approvalEvent = (approval: ApprovalRow, chosenCents?: number) => ({
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
    decisionNote:
      approval.decisionNote === null ? null : cutText(approval.decisionNote, NOTE_IN_EVENT_MAX),
    revision: approval.revision,
    version: approval.version,
    ...budgetRaiseOf(approval, chosenCents),
  },
});

/** The agent whose budget is to be raised, by how much, and the limit if it was chosen. */
function budgetRaiseOf(approval: ApprovalRow, chosenCents?: number) {
  const { type, payload, budgetAgentId: agentId, presentLimitCents } = approval;
  if (type !== 'budget_override_required' || !agentId) return {};
  const asked = Number(payload['amountCents']);
  if (chosenCents === undefined) return { budgetRaise: { agentId, amountCents: asked } };
  const amountCents = presentLimitCents === null ? asked : chosenCents - presentLimitCents;
  return { budgetRaise: { agentId, amountCents, limitCents: chosenCents } };
}
