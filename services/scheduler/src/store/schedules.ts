/** When the timer of an agent beats next. */
import type { CatchUp } from '@muster/contracts';
import { many, none, sql, type Db } from '@muster/service-kit';
import type { Beat } from '../domain/beat.ts';
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

/** Agents whose beat is due, the most overdue first. */
export const listDue = (
  db: Db,
  limit: number,
): Promise<{ agentId: string; companyId: string }[]> =>
  many(db, sql`
    select agent_id, company_id from schedules where next_due_at <= now()
    order by next_due_at limit ${limit}`);

export interface DueBeat extends Plan, Beat {
  readonly agentId: string;
}

/** Locks those that are still due and that no other replica has locked. */
export const lockDue = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<DueBeat[]> =>
  many<DueBeat>(db, sql`
    select agent_id, interval_sec, cron, time_zone, catch_up, skip_when_idle, next_due_at,
      now()::timestamptz(3) as now
    from schedules
    where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[])
      and next_due_at <= now()
    order by agent_id limit ${agentIds.length}
    for update skip locked`);

export const saveDueTimes = (
  db: Db,
  due: readonly { agentId: string; nextDueAt: string }[],
): Promise<void> =>
  none(db, sql`
    update schedules s set next_due_at = n.next_due_at
    from unnest(
      ${due.map(({ agentId }) => agentId)}::uuid[],
      ${due.map(({ nextDueAt }) => nextDueAt)}::timestamptz[]
    ) as n (agent_id, next_due_at)
    where s.agent_id = n.agent_id`);
