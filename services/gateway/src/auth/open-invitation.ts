/** The invitation that a token accepts. Whatever is wrong with the token, there is none. */
import type { Db } from '@muster/service-kit';
import { findOpenInvitation, type FoundInvitation } from '../store/user-invitations.ts';
import { parseToken, sameHash } from './token.ts';

export async function openInvitation(
  db: Db,
  token: string,
): Promise<FoundInvitation | undefined> {
  const parts = parseToken('invitation', token);
  const found = parts && (await findOpenInvitation(db, parts.lookup));
  return found && sameHash(parts.secretHash, found.secretHash) ? found : undefined;
}
