import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { requireOpenCompany } from '../../copies/store/companies.ts';
import { hashSecret } from '../../upstream/secret-hash.ts';
import { inviteExpiry } from '../domain/invite.ts';
import { makeInviteToken } from '../join-secrets.ts';
import { insertInvite } from '../store/invites.ts';

/** The role of an inviting agent was checked by the composed call `createInvite`. */
export const issueInvite: Handler<typeof gateway, 'issueInvite'> = async (
  { companyId, companyName, agentMessage },
  { db, actor, now, emit },
) => {
  await requireOpenCompany(db, companyId);
  const id = newId();
  const token = makeInviteToken();
  const expiresAt = inviteExpiry(now);
  await insertInvite(db, {
    id,
    companyId,
    companyName,
    tokenHash: hashSecret(token),
    agentMessage: agentMessage === '' ? null : agentMessage,
    createdByAgentId: actor.type === 'agent' ? actor.id : null,
    createdByUserId: actor.type === 'user' ? actor.id : null,
    createdAt: now,
    expiresAt,
  });
  emit('invite.created', { companyId, entityId: id, payload: { inviteId: id, expiresAt } });
  return { id, companyId, token, expiresAt, createdAt: now };
};
