/** Holds: for a time an agent gets no run although it could run, for a reason. */
import { many, maybeOne, NIL_UUID, none, sql, type Db } from '@muster/service-kit';

export type HoldReason = 'budget' | 'loop' | 'retry' | 'failing' | 'quota' | 'provider';

/** Hold of an agent whose budget was refused: the agents service has not paused it yet. */
const BUDGET_HOLD_SECONDS = 60;

export const holdForBudget = (db: Db, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update roster
    set hold_until = now() + make_interval(secs => ${BUDGET_HOLD_SECONDS}), hold_reason = 'budget'
    where agent_id = ${agentId} and hold_reason is distinct from 'loop'
      and not (failures > 0 and hold_until > now())`,
  );

/** Holds the agent until a user resumes it. False where it is held for a loop already. */
export async function holdForLoop(db: Db, companyId: string, agentId: string): Promise<boolean> {
  const held = await maybeOne(
    db,
    sql`
    update roster set hold_until = 'infinity', hold_reason = 'loop'
    where company_id = ${companyId} and agent_id = ${agentId}
      and hold_reason is distinct from 'loop'
    returning agent_id`,
  );
  return held !== undefined;
}

/** Whether the model provider of the agent `r` has not answered lately. */
export const isProviderAway = sql`exists (
  select from quotas q
  where q.company_id = r.company_id and q.busy_since is not null
    and q.quota_group = coalesce(r.quota_group, 'agent:' || r.agent_id)
)`;

export interface Hold {
  readonly reason: HoldReason;
  /** Null where it does not end by itself. */
  readonly until: string | null;
}

/** Why the agent is held now, and until when. */
export const findHold = (db: Db, companyId: string, agentId: string): Promise<Hold | undefined> =>
  maybeOne<Hold>(
    db,
    sql`
    select case
        when hold_until > now() and hold_reason = 'retry' and failures > 0 then 'failing'
        when hold_until > now() then coalesce(hold_reason, 'budget')
        when ${isProviderAway} then 'provider'
        else 'quota'
      end as reason,
      nullif(case when hold_until > now() then hold_until else not_before end, 'infinity') as until
    from roster r
    where company_id = ${companyId} and agent_id = ${agentId}
      and (hold_until > now() or not_before > now())`,
  );

/** The budget of an agent is restored. Returns the agent if it was held for it. */
export async function releaseBudgetHolds(
  db: Db,
  companyId: string,
  agentId: string,
): Promise<string[]> {
  const released = await many<{ agentId: string }>(
    db,
    sql`
    update roster set hold_until = null, hold_reason = null
    where company_id = ${companyId} and agent_id = ${agentId}
      and hold_until is not null and coalesce(hold_reason, 'budget') = 'budget'
    returning agent_id`,
  );
  return released.map((row) => row.agentId);
}

/**
 * The budget of a company is restored: releases its next agents after one of them, in the order of
 * their ids.
 */
export async function releaseNextBudgetHolds(
  db: Db,
  {
    companyId,
    after,
    limit,
  }: { readonly companyId: string; readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const released = await many<{ agentId: string }>(
    db,
    sql`
    with released as (
      update roster set hold_until = null, hold_reason = null
      where company_id = ${companyId} and agent_id = any(array(
        select agent_id from roster
        where company_id = ${companyId} and (${after}::uuid is null or agent_id > ${after}::uuid)
          and hold_until is not null and coalesce(hold_reason, 'budget') = 'budget'
        order by agent_id limit ${limit} for no key update
      ))
      returning agent_id
    )
    select agent_id from released order by agent_id limit ${limit}`,
  );
  return released.map((row) => row.agentId);
}

/** A user resumes the agent: no hold stays. */
export const releaseAgent = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update roster set hold_until = null, hold_reason = null, not_before = null
    where company_id = ${companyId} and agent_id = ${agentId}`,
  );

/** A hold that has ended by itself. */
export interface EndedHold {
  readonly agentId: string;
  readonly companyId: string;
  readonly endedAt: string;
}

/** The end of a hold that has ended: times are stored in milliseconds, and `now()` may be rounded up. */
export const thisMoment = sql`date_trunc('milliseconds', now())`;

const endOfHold = sql`least(r.hold_until, r.not_before)`;

/** After one of them, in the order of their ends. */
export const listEndedHolds = (
  db: Db,
  after: EndedHold | undefined,
  limit: number,
): Promise<EndedHold[]> =>
  many<EndedHold>(
    db,
    sql`
    select r.agent_id, r.company_id, ${endOfHold} as ended_at from roster r
    where ${endOfHold} <= now() and (${endOfHold}, r.agent_id) >
      (${after?.endedAt ?? '-infinity'}::timestamptz, ${after?.agentId ?? NIL_UUID}::uuid)
    order by ${endOfHold}, r.agent_id limit ${limit}`,
  );

/**
 * Forgets the holds that have ended, once the runs of their agents are queued; one that has changed
 * since it was listed stays. A run that waited for a quota has waited for a start since the quota began.
 */
export async function forgetHolds(
  db: Db,
  companyId: string,
  ended: readonly EndedHold[],
): Promise<void> {
  const agentIds = ended.map(({ agentId }) => agentId);
  await none(
    db,
    sql`
    update runs set hint_at = now(), parked = false,
      postponed_until = greatest(postponed_until, r.not_before)
    from roster r
    where runs.company_id = ${companyId} and runs.agent_id = any(${agentIds}::uuid[])
      and runs.status = 'queued' and coalesce(runs.offered_until <= now(), true)
      and r.agent_id = runs.agent_id and r.not_before <= now()`,
  );
  await none(
    db,
    sql`
    with ended as (
      select r.agent_id from unnest(
        ${agentIds}::uuid[], ${ended.map(({ endedAt }) => endedAt)}::timestamptz[]
      ) as e (agent_id, ended_at)
      join roster r on r.agent_id = e.agent_id and ${endOfHold} = e.ended_at
      where r.company_id = ${companyId}
      order by r.agent_id for no key update of r skip locked
    )
    update roster r set not_before = case when r.not_before > now() then r.not_before end,
      hold_until = case when r.hold_until > now() then r.hold_until end,
      hold_reason = case when r.hold_until > now() then r.hold_reason end
    from ended where r.agent_id = ended.agent_id`,
  );
}

/** Something has changed for the agents: those with waiting wake-ups have a hold that ends now. */
export const lookAgain = (db: Db, companyId: string, agentIds: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    with waiting as (
      select agent_id from roster
      where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[]) and exists (
        select from wakeups w where w.agent_id = roster.agent_id and w.status = 'pending'
      )
      order by agent_id for no key update
    )
    update roster r set not_before = greatest(r.not_before, ${thisMoment})
    from waiting where r.agent_id = waiting.agent_id`,
  );
