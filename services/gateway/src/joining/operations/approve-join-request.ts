import { Refusal, requirePermission, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { joinExpiry } from '../domain/invite.ts';
import { decideJoin } from '../domain/join-request-machine.ts';
import { joinerOfRequest } from '../domain/joiner.ts';
import { showJoinRequest } from '../views.ts';
import { isNameTaken } from '../../copies/store/agents.ts';
import { requireOpenCompany } from '../../copies/store/companies.ts';
import { lockJoinRequest, saveDecision } from '../store/join-requests.ts';

/** The agents service creates the agent; its id is chosen here so that the answer can name it. */
export const approveJoinRequest: Handler<typeof gateway, 'approveJoinRequest'> = async (
  { companyId, joinRequestId, agentName, decisionNote = null },
  { db, actor, now, emit },
) => {
  await requireOpenCompany(db, companyId);
  // It adds an agent, so deciding alone does not suffice.
  requirePermission(actor, companyId, 'manage_agents');
  const request = await lockJoinRequest(db, { companyId, joinRequestId });
  const decided = decideJoin(request.status, 'approve');
  if (!decided) return showJoinRequest(request);
  const name = agentName ?? request.agentName;
  if (await isNameTaken(db, companyId, name)) {
    throw new Refusal('name_taken', { field: 'agentName' }, 'approve it under another agentName');
  }
  const agentId = newId();
  const approved = await saveDecision(db, request, {
    status: decided.to,
    agentId,
    agentName: name,
    decisionNote,
    decidedByUserId: actor.id,
    decidedAt: now,
    expiresAt: joinExpiry(now),
  });
  const { inviteId } = approved;
  emit(decided.emits, {
    companyId,
    entityId: joinRequestId,
    payload: { joinRequestId, inviteId, agentId, joiner: joinerOfRequest(approved) },
  });
  return showJoinRequest(approved);
};
