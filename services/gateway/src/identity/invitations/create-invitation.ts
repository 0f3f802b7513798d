/** Creates a user invitation and the token that accepts it. */
import type { UserInvitation } from '@muster/contracts';
import { newId, type Db } from '@muster/service-kit';
import { makeToken } from '../authentication/token.ts';
import { insertInvitation } from '../store/user-invitations.ts';

/** Covers a week's absence; afterwards a new invitation is needed. */
const VALID_MS = 7 * 24 * 3_600_000;

type InvitationRequest = Pick<
  UserInvitation,
  'companyId' | 'email' | 'name' | 'role' | 'permissions' | 'instanceAdmin' | 'invitedByUserId'
>;

export async function createInvitation(db: Db, request: InvitationRequest, now: string) {
  const { token, lookup, secretHash } = makeToken('invitation');
  const expiresAt = new Date(Date.parse(now) + VALID_MS).toISOString();
  const invitation = await insertInvitation(db, {
    ...request,
    id: newId(),
    lookup,
    secretHash,
    createdAt: now,
    expiresAt,
  });
  return {
    ...invitation,
    token,
    acceptPath: `/api/user-invitations/${token}/accept`,
    acceptPage: `/join#${token}`,
  };
}
