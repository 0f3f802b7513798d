import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { decideJoin } from '../domain/join-request-machine.ts';
import { showJoinRequest } from '../views.ts';
import { requireOpenCompany } from '../../copies/store/companies.ts';
import { lockJoinRequest, saveDecision } from '../store/join-requests.ts';

export const rejectJoinRequest: Handler<typeof gateway, 'rejectJoinRequest'> = async (
  { companyId, joinRequestId, decisionNote = null },
  { db, actor, now, emit },
) => {
  await requireOpenCompany(db, companyId);
  const request = await lockJoinRequest(db, { companyId, joinRequestId });
  const decided = decideJoin(request.status, 'reject');
  if (!decided) return showJoinRequest(request);
  const rejected = await saveDecision(db, request, {
    status: decided.to,
    agentId: null,
    agentName: request.agentName,
    decisionNote,
    decidedByUserId: actor.id,
    decidedAt: now,
    expiresAt: request.expiresAt,
  });
  const { inviteId, agentName } = rejected;
  emit(decided.emits, {
    companyId,
    entityId: joinRequestId,
    payload: { joinRequestId, inviteId, agentName },
  });
  return showJoinRequest(rejected);
};
