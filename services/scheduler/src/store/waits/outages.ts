/** Outages of model providers, and which run tries one again. They are kept with the quota of a login. */
import { maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import { groupOf, type QuotaHold } from './quotas.ts';

/** The outage of the provider of an agent `r`, as a part of `from`. */
const outageOf = (agentId: string): Statement => sql`
  quotas q join roster r on r.company_id = q.company_id and q.quota_group = ${groupOf}
  where r.agent_id = ${agentId} and q.busy_since is not null`;

/** Locks the login of the agent. Returns after how many tries it is; 0 where its provider answers. */
export const lockOutage = async (
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
): Promise<{ tries: number; isResting: boolean } | undefined> =>
  maybeOne(
    db,
    sql`
    with login as (
      insert into quotas as q (company_id, quota_group)
      select r.company_id, ${groupOf} from roster r
      where r.company_id = ${companyId} and r.agent_id = ${agentId}
      on conflict (company_id, quota_group) do update set updated_at = now()
      returning q.busy_tries, q.busy_since, q.not_before
    )
    select busy_tries as tries,
      busy_since is not null and coalesce(not_before > now(), false) as is_resting
    from login`,
  );

/**
 * The provider has not answered a run, of which there may be several at a time: then the last wait stands.
 * A quota that begins later holds as long as it does.
 */
export const saveOutage = (
  db: Db,
  run: { readonly companyId: string; readonly agentId: string },
  { tries, waitSeconds }: { readonly tries: number; readonly waitSeconds: number },
): Promise<QuotaHold | undefined> =>
  maybeOne<QuotaHold>(
    db,
    sql`
    with before as (
      select q.company_id, q.quota_group, q.not_before
      from quotas q join roster r on r.company_id = q.company_id and q.quota_group = ${groupOf}
      where r.company_id = ${run.companyId} and r.agent_id = ${run.agentId}
    ), saved as (
      update quotas q set busy_since = coalesce(q.busy_since, now()), busy_tries = ${tries},
        probing_until = null, updated_at = now(),
        not_before = greatest(q.not_before, now() + make_interval(secs => ${waitSeconds}))
      from before where q.company_id = before.company_id and q.quota_group = before.quota_group
      returning q.quota_group, q.not_before as until
    )
    select saved.quota_group, saved.until, before.not_before as before, now()::timestamptz(3) as now
    from saved, before`,
  );

/**
 * The run that starts now tries the provider. False where another one does already: of two at the same time
 * the second one sees the first.
 */
export const claimProbe = async (db: Db, agentId: string, seconds: number): Promise<boolean> => {
  const busy = await maybeOne<{ companyId: string; quotaGroup: string }>(
    db,
    sql`select q.company_id, q.quota_group from ${outageOf(agentId)} limit 1`,
  );
  if (!busy) return true;
  const claimed = await maybeOne(
    db,
    sql`
    update quotas set probing_until = now() + make_interval(secs => ${seconds})
    where company_id = ${busy.companyId} and quota_group = ${busy.quotaGroup}
      and busy_since is not null and coalesce(probing_until <= now(), true)
      and coalesce(not_before <= now(), true)
    returning quota_group`,
  );
  return claimed !== undefined || !(await isOutage(db, busy));
};

const isOutage = async (
  db: Db,
  { companyId, quotaGroup }: { readonly companyId: string; readonly quotaGroup: string },
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    select 1 from quotas
    where company_id = ${companyId} and quota_group = ${quotaGroup} and busy_since is not null`,
  )) !== undefined;

/** A run has ended without a word about the provider: the next one may try. */
export const endProbe = (db: Db, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update quotas set probing_until = null
    where (company_id, quota_group) in (
      select q.company_id, q.quota_group from ${outageOf(agentId)}
    ) and probing_until is not null`,
  );

/** The provider has answered the agent. Returns its login, if that was an end of an outage. */
export const endOutage = async (
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
): Promise<string | undefined> => {
  const ended = await maybeOne<{ quotaGroup: string }>(
    db,
    sql`
    update quotas set busy_since = null, busy_tries = 0, probing_until = null, updated_at = now()
    where company_id = ${companyId} and busy_since is not null and quota_group = (
      select ${groupOf} from roster r where r.agent_id = ${agentId} and r.company_id = ${companyId}
    )
    returning quota_group`,
  );
  return ended?.quotaGroup;
};
