/** What a user has made for agents and is still of use: keys and open invites. */
import { many, sql, type Db } from '@muster/service-kit';

/** Read at once; the caller asks again until there are none. */
const AT_ONCE = 500;

export interface Maker {
  readonly companyId: string;
  readonly userId: string;
}

export const listKeysMadeBy = (
  db: Db,
  { companyId, userId }: Maker,
): Promise<{ keyId: string; agentId: string }[]> =>
  many(
    db,
    sql`
    select id as key_id, agent_id from agent_keys
    where company_id = ${companyId} and created_by_user_id = ${userId} and revoked_at is null
    order by id limit ${AT_ONCE}`,
  );

export const revokeInvitesMadeBy = (
  db: Db,
  { companyId, userId, revokedAt }: Maker & { readonly revokedAt: string },
): Promise<{ id: string; expiresAt: string }[]> =>
  many(
    db,
    sql`
    update invites set revoked_at = ${revokedAt}
    where company_id = ${companyId} and created_by_user_id = ${userId}
      and used_at is null and revoked_at is null and expires_at > now()
    returning id, expires_at`,
  );
