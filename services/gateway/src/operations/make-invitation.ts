/** An invitation and the token that accepts it. */
import type { UserInvitation } from '@muster/contracts';
import { newId, type Db } from '@muster/service-kit';
import { makeToken } from '../auth/token.ts';
import { insertInvitation } from '../store/user-invitations.ts';

/** Long enough for a week's absence; whoever comes later is invited again. */
const LIFE_MS = 7 * 24 * 3_600_000;

type Asked = Pick<
  UserInvitation,
  'companyId' | 'email' | 'name' | 'role' | 'permissions' | 'instanceAdmin' | 'invitedByUserId'
>;

export async function makeInvitation(db: Db, asked: Asked, now: string) {
  const { token, lookup, secretHash } = makeToken('invitation');
  const expiresAt = new Date(Date.parse(now) + LIFE_MS).toISOString();
  const invitation = await insertInvitation(db, {
    ...asked, id: newId(), lookup, secretHash, createdAt: now, expiresAt,
  });
  return { ...invitation, token, acceptPath: `/api/user-invitations/${token}/accept` };
}
