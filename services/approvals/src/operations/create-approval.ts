import { Refusal, type Actor, type approvals } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { requireRightToChange } from '../domain/approval-guards.ts';
import { redactPayload, type ApprovalRow } from '../domain/approval.ts';
import {
  requireDecidablePayload,
  requireAllowedRequester,
  budgetAgentOf,
} from '../domain/request-rules.ts';
import { approvalEvent } from '../events.ts';
import { getAgent, lockRequester } from '../store/agents.ts';
import { findOpenRequest, insertApproval } from '../store/approvals.ts';
import { requireWritableCompany } from '../store/companies.ts';
import { listUnknownIssues } from '../store/issues.ts';
import { showApproval } from '../views.ts';

export const createApproval: Handler<typeof approvals, 'createApproval'> = async (
  { companyId, type, payload, requestedByAgentId, issueIds },
  { db, actor, emit },
) => {
  requireDecidablePayload({ type, payload });
  await requireWritableCompany(db, companyId);
  requireRightToChange(actor, { companyId, type });
  const agentId = requestedByAgentId ?? (actor.type === 'agent' ? actor.id : null);
  const requester = agentId ? await getRequester(db, companyId, agentId, actor) : undefined;
  requireAllowedRequester(type, requester, actor.type === 'agent' ? 'agent' : 'board');
  const subjectId = budgetAgentOf({ type, payload }, agentId);
  if (subjectId) await getAgent(db, companyId, subjectId, 'payload.agentId');
  const unknown = await listUnknownIssues(db, companyId, issueIds);
  if (unknown.length > 0) {
    throw new Refusal('issue_not_found', { field: 'issueIds', issueIds: unknown });
  }
  const asked = {
    companyId,
    type,
    requestedByAgentId: agentId,
    budgetAgentId: subjectId,
    issueIds,
  };
  if (agentId && issueIds.length > 0) {
    await lockRequester(db, companyId, agentId);
    const open = await findOpenRequest(db, asked);
    if (open) return { ...showApproval(open), note: noteOfOpen(open) };
  }
  const approval = await insertApproval(db, {
    ...asked,
    id: newId(),
    requestedByUserId: actor.type === 'user' ? actor.id : null,
    requestedByName: actor.name,
    payload: redactPayload(payload),
  });
  if (!approval) throw new Error('a new id was taken');
  emit('approval.created', approvalEvent(approval));
  return showApproval(approval);
};

const noteOfOpen = ({ status }: ApprovalRow): string =>
  status === 'pending'
    ? 'You asked this for the issue before, and it waits for the board: nothing new was requested. ' +
      'Add what is new with POST /api/approvals/:approvalId/comments, or cancel it and ask again.'
    : 'The board asked you to revise this request for the issue: nothing new was requested. Send the ' +
      'new payload with POST /api/approvals/:approvalId/resubmit.';

/** An unknown requester is refused first, then an agent that names another agent. */
async function getRequester(db: Db, companyId: string, agentId: string, actor: Actor) {
  const requester = await getAgent(db, companyId, agentId, 'requestedByAgentId');
  if (actor.type === 'agent' && actor.id !== agentId) {
    throw new Refusal('acting_as_another_agent', {
      field: 'requestedByAgentId',
      yourAgentId: actor.id,
    });
  }
  return requester;
}
