import type { Db } from '@muster/service-kit';
import { parseToken, sameHash } from '../authentication/token.ts';
import type { Inviters } from '../domain/inviter.ts';
import { findOpenInvitation, type OpenInvitation } from '../store/user-invitations.ts';
import { isStillValid } from './still-valid.ts';

/** The invitation that a token accepts; undefined for any invalid token. */
export async function findInvitationByToken(
  db: Db,
  token: string,
  inviters: Inviters,
): Promise<OpenInvitation | undefined> {
  const parts = parseToken('invitation', token);
  const found = parts && (await findOpenInvitation(db, parts.lookup));
  if (!found || !sameHash(parts.secretHash, found.secretHash)) return undefined;
  return isStillValid(found, inviters) ? found : undefined;
}
