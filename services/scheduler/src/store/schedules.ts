/** When the timer of an agent beats next. */
import type { CatchUp } from '@muster/contracts';
import { many, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { Beat } from '../domain/beat.ts';
import type { SkipReason } from '../domain/reception.ts';
import { firstDue, type Plan } from '../domain/schedule.ts';
import { runnable } from './roster.ts';

interface Timer extends Plan {
  readonly agentId: string;
  readonly catchUp: CatchUp;
  readonly skipWhenIdle: boolean;
  readonly now: string;
}

/**
 * Makes the rows agree with the roster, for some agents or a whole company: one for each whose
 * timer is on and who may run. A timer whose plan is unchanged keeps its time.
 */
export async function syncSchedules(
  db: Db,
  companyId: string,
  agentIds: readonly string[] | null,
): Promise<void> {
  const timers = await many<Timer>(db, sql`
    select r.agent_id, r.interval_sec, r.cron, r.time_zone, r.catch_up, r.skip_when_idle,
      now()::timestamptz(3) as now
    from roster r join companies c on c.company_id = r.company_id and c.status = 'active'
    where r.company_id = ${companyId} and r.heartbeat_enabled and r.status in ${runnable}
      and (${agentIds}::uuid[] is null or r.agent_id = any(${agentIds}::uuid[]))
    order by r.agent_id limit 100000`);
  await none(db, sql`
    delete from schedules
    where company_id = ${companyId}
      and (${agentIds}::uuid[] is null or agent_id = any(${agentIds}::uuid[]))
      and agent_id <> all(${timers.map(({ agentId }) => agentId)}::uuid[])`);
  if (timers.length > 0) await saveTimers(db, companyId, timers);
}

const saveTimers = (db: Db, companyId: string, timers: readonly Timer[]): Promise<void> =>
  none(db, sql`
    insert into schedules as s (
      agent_id, company_id, interval_sec, cron, time_zone, catch_up, skip_when_idle, next_due_at
    )
    select t."agentId", ${companyId}, t."intervalSec", t."cron", t."timeZone", t."catchUp",
      t."skipWhenIdle", t."dueAt"
    from jsonb_to_recordset(${JSON.stringify(timers.map(beginning))}::jsonb) as t (
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
        excluded.skip_when_idle)`);

const beginning = ({ now, ...timer }: Timer) => ({
  ...timer, dueAt: firstDue(timer.agentId, timer, now),
});

export interface DueBeat extends Plan, Beat {
  readonly agentId: string;
  readonly companyId: string;
}

/**
 * Beats that are due, in whichever companies, the most overdue first, and all that decides whether
 * they are of any use: an agent with nothing to do has nothing unread either.
 */
export const listDue = (db: Db, limit: number): Promise<DueBeat[]> =>
  many<DueBeat>(db, sql`
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
    from schedules s where s.next_due_at <= now()
    order by s.next_due_at limit ${limit}`);

/** A beat that was due, and when the next one is. */
export interface NextBeat {
  readonly agentId: string;
  readonly dueAt: string;
  readonly nextDueAt: string;
}

/** Moves those on that nobody has moved meanwhile; whoever moves a beat has it. */
const movingOn = (beats: readonly NextBeat[]): Statement => sql`
  due as (
    select s.agent_id, n.next_due_at
    from unnest(
      ${beats.map(({ agentId }) => agentId)}::uuid[],
      ${beats.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${beats.map(({ nextDueAt }) => nextDueAt)}::timestamptz[]
    ) as n (agent_id, due_at, next_due_at)
    join schedules s on s.agent_id = n.agent_id and s.next_due_at = n.due_at
    order by s.agent_id for update of s skip locked
  ),
  moved as (
    update schedules s set next_due_at = due.next_due_at from due where s.agent_id = due.agent_id
    returning s.agent_id, s.company_id
  )`;

/** Returns whose beat it is to give. */
export async function takeDue(
  db: Db,
  companyId: string,
  beats: readonly NextBeat[],
): Promise<ReadonlySet<string>> {
  const taken = await many<{ agentId: string }>(db, sql`
    with ${movingOn(beats)}
    select agent_id from moved where company_id = ${companyId}
    order by agent_id limit ${beats.length}`);
  return new Set(taken.map(({ agentId }) => agentId));
}

export interface PassedBeat extends NextBeat {
  readonly reason: SkipReason;
}

/**
 * Counts beats as skips and moves them on, of all companies in one statement: most agents have
 * nothing to do most of the time, and a transaction for each costs more than the rest of the clock.
 */
export const passOver = (
  db: Db,
  beats: readonly PassedBeat[],
): Promise<Pick<PassedBeat, 'agentId' | 'reason'>[]> =>
  many(db, sql`
    with ${movingOn(beats)}
    insert into skips as k (company_id, agent_id, reason)
    select moved.company_id, moved.agent_id, p.reason
    from moved join unnest(
      ${beats.map(({ agentId }) => agentId)}::uuid[], ${beats.map(({ reason }) => reason)}::text[]
    ) as p (agent_id, reason) on p.agent_id = moved.agent_id
    order by moved.agent_id
    on conflict (agent_id, reason) do update set count = k.count + 1, last_at = now()
    returning agent_id, reason`);
