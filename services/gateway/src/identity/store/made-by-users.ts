/** What a user has made and is still of use: keys of agents, open invites, active webhooks. */
import type { User } from '@muster/contracts';
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

/** What an owner reads at a webhook that waits for a word of the owners. */
const MAKER_LEFT = 'The person who made it is no owner any more: an owner may enable it';

export interface DisabledWebhook {
  readonly id: string;
  readonly url: string;
}

/** With the deliveries that were to be sent again. An owner enables them, which confirms them. */
export const disableWebhooksMadeBy = (
  db: Db,
  { companyId, userId, now }: Maker & { readonly now: string },
): Promise<DisabledWebhook[]> =>
  many(
    db,
    sql`
    with disabled as (
      update webhooks set status = 'disabled', disabled_reason = 'manual',
        last_error = ${MAKER_LEFT}, lease_holder = null, leased_until = null,
        updated_at = ${now}, version = version + 1
      where company_id = ${companyId} and created_by_user_id = ${userId} and status = 'active'
      returning id, url
    ), ended as (
      update webhook_deliveries set status = 'dead', due_at = null, error = ${MAKER_LEFT},
        finished_at = clock_timestamp()
      where company_id = ${companyId} and status = 'pending'
        and event_id is not null
        and webhook_id in (select id from disabled)
    )
    select id, url from disabled order by id`,
  );

/**
 * Companies in which the user is a member or has made something that is of use; all of them for an admin of the
 * instance, who may have made things that other services keep.
 */
export const listCompaniesOfMaker = async (
  db: Db,
  { id: userId, instanceAdmin }: Pick<User, 'id' | 'instanceAdmin'>,
): Promise<string[]> => {
  const rows = await many<{ companyId: string }>(
    db,
    sql`
    select company_id from companies where ${instanceAdmin}
    union
    select company_id from memberships where user_id = ${userId}
    union
    select company_id from agent_keys where created_by_user_id = ${userId} and revoked_at is null
    union
    select company_id from invites
    where created_by_user_id = ${userId} and used_at is null and revoked_at is null
    union
    select company_id from webhooks where created_by_user_id = ${userId} and status = 'active'
    order by company_id`,
  );
  return rows.map(({ companyId }) => companyId);
};
