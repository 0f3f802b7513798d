/** Quotas of model providers, and the agents that share one. */
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import { BACK_OFF_MAX_SECONDS } from '../../domain/quota/not-before.ts';
import type { Holder } from '../../domain/held-run.ts';
import { thisMoment } from './holds.ts';
import { isRunOf } from '../runs/run-states.ts';

/** Agents of a group that one report holds; more than a company has with one login. */
const AGENTS_MAX = 10_000;
/** A login that nothing has been heard of for so long is not in use. */
const FORGOTTEN_AFTER_DAYS = 30;
/** A provider that warns with every answer is heard once in this time. */
const WARNED_EVERY_SECONDS = 3_600;

/** The quota of an agent: its group, or its own. */
export const groupOf = sql`coalesce(r.quota_group, 'agent:' || r.agent_id)`;

const isHeldBy = (holder: Holder): Statement => sql`${isRunOf(holder)} and runs.held`;

export interface QuotaHold {
  readonly quotaGroup: string;
  readonly now: string;
  readonly until: string;
  /** Until when it was held before. */
  readonly before: string | null;
}

/**
 * By the holder of a run, for the quota of its agent; the last report counts. Nothing where the run
 * is another holder's by now.
 */
export const saveQuotaHold = (
  db: Db,
  run: Holder,
  notBefore: string,
): Promise<QuotaHold | undefined> =>
  maybeOne<QuotaHold>(
    db,
    sql`
    with mine as (
      select r.company_id, ${groupOf} as quota_group,
        least(
          ${notBefore}::timestamptz, now() + make_interval(secs => ${BACK_OFF_MAX_SECONDS})
        )::timestamptz(3) as until
      from runs join roster r on r.agent_id = runs.agent_id and r.company_id = runs.company_id
      where ${isHeldBy(run)}
    ), saved as (
      insert into quotas (company_id, quota_group, not_before)
      select company_id, quota_group, until from mine
      on conflict (company_id, quota_group) do update
      set not_before = excluded.not_before, updated_at = now()
    ), forgotten as (
      delete from quotas q using mine
      where q.company_id = mine.company_id and q.quota_group <> mine.quota_group
        and q.updated_at < now() - make_interval(days => ${FORGOTTEN_AFTER_DAYS})
    )
    select mine.quota_group, mine.until, q.not_before as before, now()::timestamptz(3) as now
    from mine left join quotas q
      on q.company_id = mine.company_id and q.quota_group = mine.quota_group`,
  );

/** The agent of the run and, where the quota begins later, the others of its group. */
export const holdAgents = async (
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  { quotaGroup, until }: Pick<QuotaHold, 'quotaGroup' | 'until'>,
): Promise<string[]> => {
  const held = await many<{ agentId: string }>(
    db,
    sql`
    with held as (
      select agent_id from roster
      where company_id = ${companyId} and (
        agent_id = ${agentId} or (quota_group = ${quotaGroup} and ${until}::timestamptz > now())
      )
      order by agent_id limit ${AGENTS_MAX} for no key update
    ), updated as (
      update roster r set not_before = ${until}::timestamptz
      from held where r.agent_id = held.agent_id
    )
    select agent_id from held order by agent_id limit ${AGENTS_MAX}`,
  );
  return held.map((row) => row.agentId);
};

interface AgentKey {
  readonly companyId: string;
  readonly agentId: string;
}

/** Sets the group of an agent. Returns until when it is held for it; nothing where it is not. */
export const saveQuotaGroup = async (
  db: Db,
  { companyId, agentId }: AgentKey,
  quotaGroup: string | null,
): Promise<string | undefined> => {
  const saved = await maybeOne<{ until: string | null }>(
    db,
    sql`
    update roster r
    set quota_group = ${quotaGroup}, not_before = coalesce(held.until, r.not_before)
    from (
      select (
        select q.not_before from quotas q
        where q.company_id = ${companyId} and q.quota_group = ${quotaGroup}
          and q.not_before > now()
      ) as until
    ) held
    where r.company_id = ${companyId} and r.agent_id = ${agentId}
    returning held.until`,
  );
  return saved?.until ?? undefined;
};

export const lockQuotaGroup = async (
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<string | undefined> => {
  const found = await maybeOne<{ quotaGroup: string }>(
    db,
    sql`
    select ${groupOf} as quota_group from roster r
    where r.company_id = ${companyId} and r.agent_id = ${agentId} for no key update`,
  );
  return found?.quotaGroup;
};

/** Returns the agents that were held. Their holds end now, which the sweep notices. */
export const liftHolds = async (
  db: Db,
  { companyId, agentId }: AgentKey,
  quotaGroup: string,
): Promise<string[]> => {
  await none(
    db,
    sql`
    update quotas set not_before = null, busy_since = null, busy_tries = 0, probing_until = null,
      updated_at = now()
    where company_id = ${companyId} and quota_group = ${quotaGroup}`,
  );
  const lifted = await many<{ agentId: string }>(
    db,
    sql`
    with held as (
      select agent_id from roster
      where company_id = ${companyId} and (agent_id = ${agentId} or quota_group = ${quotaGroup})
        and not_before > now()
      order by agent_id limit ${AGENTS_MAX} for no key update
    ), updated as (
      update roster r set not_before = ${thisMoment} from held where r.agent_id = held.agent_id
    )
    select agent_id from held order by agent_id limit ${AGENTS_MAX}`,
  );
  return lifted.map((row) => row.agentId);
};

/** The group whose quota is nearly used up; nothing where that was said a short while ago. */
export const saveNearlyUsed = async (db: Db, run: Holder): Promise<string | undefined> => {
  const saved = await maybeOne<{ quotaGroup: string }>(
    db,
    sql`
    insert into quotas as q (company_id, quota_group, nearly_used_at)
    select r.company_id, ${groupOf}, now()
    from runs join roster r on r.agent_id = runs.agent_id and r.company_id = runs.company_id
    where ${isHeldBy(run)}
    on conflict (company_id, quota_group) do update
    set nearly_used_at = now(), updated_at = now()
    where coalesce(
      q.nearly_used_at < now() - make_interval(secs => ${WARNED_EVERY_SECONDS}), true
    )
    returning quota_group`,
  );
  return saved?.quotaGroup;
};
