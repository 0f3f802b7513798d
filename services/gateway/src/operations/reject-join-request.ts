import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { decideJoin } from '../domain/join-request-machine.ts';
import { showJoinRequest } from '../domain/join-request.ts';
import { assertOpenCompany } from '../store/companies.ts';
import { lockJoinRequest, saveDecision } from '../store/join-requests.ts';

export const rejectJoinRequest: Handler<typeof gateway, 'rejectJoinRequest'> = async (
  { companyId, joinRequestId, decisionNote = null },
  { db, actor, now, say },
) => {
  await assertOpenCompany(db, companyId);
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
  say(decided.says, {
    companyId, entityId: joinRequestId, payload: { joinRequestId, inviteId, agentName },
  });
  return showJoinRequest(rejected);
};
