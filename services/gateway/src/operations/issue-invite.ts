import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { makeInviteToken, storedHash } from '../auth/join-secrets.ts';
import { inviteExpiry } from '../domain/invite.ts';
import { assertOpenCompany } from '../store/companies.ts';
import { insertInvite } from '../store/invites.ts';

/** Whether an agent may invite was decided by its role before it came here. */
export const issueInvite: Handler<typeof gateway, 'issueInvite'> = async (
  { companyId, companyName, agentMessage },
  { db, actor, now, say },
) => {
  await assertOpenCompany(db, companyId);
  const id = newId();
  const token = makeInviteToken();
  const expiresAt = inviteExpiry(now);
  await insertInvite(db, {
    id,
    companyId,
    companyName,
    tokenHash: storedHash(token),
    agentMessage: agentMessage === '' ? null : agentMessage,
    createdByAgentId: actor.type === 'agent' ? actor.id : null,
    createdByUserId: actor.type === 'user' ? actor.id : null,
    createdAt: now,
    expiresAt,
  });
  say('invite.created', { companyId, entityId: id, payload: { inviteId: id, expiresAt } });
  return { id, companyId, token, expiresAt, createdAt: now };
};
