/** Timers of agents and their next due times. */
import type { CatchUp } from '@muster/contracts';
import { many, maybeOne, NIL_UUID, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { DueTimerState } from '../domain/due-timer.ts';
import type { SkipReason } from '../domain/wakes/wake-admission.ts';
import { firstDue, type TimerPlan } from '../domain/schedule.ts';
import { runnable } from './roster.ts';

interface Timer extends TimerPlan {
  readonly agentId: string;
  readonly catchUp: CatchUp;
  readonly skipWhenIdle: boolean;
  readonly now: string;
}

/**
 * Makes the rows of some agents agree with the roster: one row for each agent whose timer is enabled
 * and that can run. A timer whose plan has not changed keeps its due time.
 */
export async function syncSchedules(
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<void> {
  const timers = await many<Timer>(
    db,
    sql`
    select r.agent_id, r.interval_sec, r.cron, r.time_zone, r.catch_up, r.skip_when_idle,
      now()::timestamptz(3) as now
    from roster r join companies c on c.company_id = r.company_id and c.status = 'active'
    where r.company_id = ${companyId} and r.heartbeat_enabled and r.status in ${runnable}
      and r.agent_id = any(${agentIds}::uuid[])
    order by r.agent_id limit ${agentIds.length}`,
  );
  await none(
    db,
    sql`
    delete from schedules
    where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[])
      and agent_id <> all(${timers.map(({ agentId }) => agentId)}::uuid[])`,
  );
  if (timers.length > 0) await saveTimers(db, companyId, timers);
}

const saveTimers = (db: Db, companyId: string, timers: readonly Timer[]): Promise<void> =>
  none(
    db,
    sql`
    insert into schedules as s (
      agent_id, company_id, interval_sec, cron, time_zone, catch_up, skip_when_idle, next_due_at
    )
    select t."agentId", ${companyId}, t."intervalSec", t."cron", t."timeZone", t."catchUp",
      t."skipWhenIdle", t."dueAt"
    from jsonb_to_recordset(${JSON.stringify(timers.map(withFirstDue))}::jsonb) as t (
      "agentId" uuid, "intervalSec" integer, "cron" text, "timeZone" text, "catchUp" text,
      "skipWhenIdle" boolean, "dueAt" timestamptz
    )
    order by t."agentId"
    on conflict (agent_id) do update
    set interval_sec = excluded.interval_sec, cron = excluded.cron, time_zone = excluded.time_zone,
      catch_up = excluded.catch_up, skip_when_idle = excluded.skip_when_idle,
      next_due_at = case
        when (s.interval_sec, s.cron, s.time_zone)
          is distinct from (excluded.interval_sec, excluded.cron, excluded.time_zone)
        then excluded.next_due_at else s.next_due_at
      end
    where (s.interval_sec, s.cron, s.time_zone, s.catch_up, s.skip_when_idle) is distinct from
      (excluded.interval_sec, excluded.cron, excluded.time_zone, excluded.catch_up,
        excluded.skip_when_idle)`,
  );

const withFirstDue = ({ now, ...timer }: Timer) => ({
  ...timer,
  dueAt: firstDue(timer.agentId, timer, now),
});

export interface DueTimer extends TimerPlan, DueTimerState {
  readonly agentId: string;
  readonly companyId: string;
}

/**
 * Due timers of all active companies after one of them, the most overdue first, with the facts that
 * decide whether they are skipped: an idle agent has neither work nor waiting wake-ups. A company that was paused may
 * still have timers, which are removed in steps.
 */
export const listDueTimers = (
  db: Db,
  after: Pick<DueTimer, 'agentId' | 'nextDueAt'> | undefined,
  limit: number,
): Promise<DueTimer[]> =>
  many<DueTimer>(
    db,
    sql`
    select s.agent_id, s.company_id, s.interval_sec, s.cron, s.time_zone, s.catch_up,
      s.skip_when_idle, s.next_due_at, now()::timestamptz(3) as now,
      exists (
        select from wakeups w
        where w.agent_id = s.agent_id and w.status = 'pending' and w.source = 'timer'
      ) as is_waiting,
      s.skip_when_idle
        and not exists (select from work w where w.agent_id = s.agent_id)
        and not exists (
          select from wakeups w where w.agent_id = s.agent_id and w.status = 'pending'
        ) as is_idle
    from schedules s
    where s.next_due_at <= now() and exists (
      select from companies c where c.company_id = s.company_id and c.status = 'active'
    )
      and (s.next_due_at, s.agent_id) >
        (${after?.nextDueAt ?? '-infinity'}::timestamptz, ${after?.agentId ?? NIL_UUID}::uuid)
    order by s.next_due_at, s.agent_id limit ${limit}`,
  );

/** A timer that was due, and its next due time. */
export interface TimerAdvance {
  readonly agentId: string;
  readonly dueAt: string;
  readonly nextDueAt: string;
}

/** Advances those that no other replica has advanced; the replica that does so has claimed them. */
const advancingTimers = (timers: readonly TimerAdvance[]): Statement => sql`
  due as (
    select s.agent_id, n.next_due_at
    from unnest(
      ${timers.map(({ agentId }) => agentId)}::uuid[],
      ${timers.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${timers.map(({ nextDueAt }) => nextDueAt)}::timestamptz[]
    ) as n (agent_id, due_at, next_due_at)
    join schedules s on s.agent_id = n.agent_id and s.next_due_at = n.due_at
    order by s.agent_id for update of s skip locked
  ),
  moved as (
    update schedules s set next_due_at = due.next_due_at from due where s.agent_id = due.agent_id
    returning s.agent_id, s.company_id
  )`;

/** Returns the agents whose timers this replica has claimed. */
export async function claimDueTimers(
  db: Db,
  companyId: string,
  timers: readonly TimerAdvance[],
): Promise<ReadonlySet<string>> {
  const claimed = await many<{ agentId: string }>(
    db,
    sql`
    with ${advancingTimers(timers)}
    select agent_id from moved where company_id = ${companyId}
    order by agent_id limit ${timers.length}`,
  );
  return new Set(claimed.map(({ agentId }) => agentId));
}

export interface SkippedTimer extends TimerAdvance {
  readonly reason: SkipReason;
}

/**
 * Counts timers as skipped and advances them, for all companies in one statement: most agents are
 * idle most of the time, and a transaction for each would cost more than all other work of timers.
 */
export const skipTimers = (
  db: Db,
  timers: readonly SkippedTimer[],
): Promise<Pick<SkippedTimer, 'agentId' | 'reason'>[]> =>
  many(
    db,
    sql`
    with ${advancingTimers(timers)}
    insert into skips as k (company_id, agent_id, reason)
    select moved.company_id, moved.agent_id, p.reason
    from moved join unnest(
      ${timers.map(({ agentId }) => agentId)}::uuid[], ${timers.map(({ reason }) => reason)}::text[]
    ) as p (agent_id, reason) on p.agent_id = moved.agent_id
    order by moved.agent_id
    on conflict (agent_id, reason) do update set count = k.count + 1, last_at = now()
    returning agent_id, reason`,
  );

/** When the timer of the agent is due next; it has none while it cannot run. */
export async function findNextDue(
  db: Db,
  companyId: string,
  agentId: string,
): Promise<string | undefined> {
  const timer = await maybeOne<{ nextDueAt: string }>(
    db,
    sql`
    select next_due_at from schedules where agent_id = ${agentId} and company_id = ${companyId}`,
  );
  return timer?.nextDueAt;
}
