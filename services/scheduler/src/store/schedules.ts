/** When the timer of an agent beats next. */
import { many, none, sql, type Db } from '@muster/service-kit';
import { firstDelay } from '../domain/schedule.ts';
import { runnable } from './roster.ts';

interface Timer {
  readonly agentId: string;
  readonly intervalSec: number;
}

/**
 * Makes the rows agree with the roster, for some agents or a whole company: one for each whose
 * timer is on and who may run. A timer whose interval is unchanged keeps its time.
 */
export async function syncSchedules(
  db: Db,
  companyId: string,
  agentIds: readonly string[] | null,
): Promise<void> {
  const timers = await many<Timer>(db, sql`
    select r.agent_id, r.interval_sec
    from roster r join companies c on c.company_id = r.company_id and c.status = 'active'
    where r.company_id = ${companyId} and r.heartbeat_enabled and r.status in ${runnable}
      and (${agentIds}::uuid[] is null or r.agent_id = any(${agentIds}::uuid[]))
    order by r.agent_id limit 100000`);
  await none(db, sql`
    delete from schedules
    where company_id = ${companyId}
      and (${agentIds}::uuid[] is null or agent_id = any(${agentIds}::uuid[]))
      and agent_id <> all(${timers.map(({ agentId }) => agentId)}::uuid[])`);
  if (timers.length === 0) return;
  await none(db, sql`
    insert into schedules as s (agent_id, company_id, interval_sec, next_due_at)
    select t.agent_id, ${companyId}, t.interval_sec,
      now() + make_interval(secs => t.delay_ms / 1000)
    from unnest(
      ${timers.map(({ agentId }) => agentId)}::uuid[],
      ${timers.map(({ intervalSec }) => intervalSec)}::integer[],
      ${timers.map((timer) => firstDelay(timer.agentId, timer.intervalSec * 1_000))}::float8[]
    ) as t (agent_id, interval_sec, delay_ms)
    on conflict (agent_id) do update
    set interval_sec = excluded.interval_sec, next_due_at = excluded.next_due_at
    where s.interval_sec <> excluded.interval_sec`);
}

/** Agents whose beat is due, the most overdue first. */
export const listDue = (
  db: Db,
  limit: number,
): Promise<{ agentId: string; companyId: string }[]> =>
  many(db, sql`
    select agent_id, company_id from schedules where next_due_at <= now()
    order by next_due_at limit ${limit}`);

export interface DueBeat {
  readonly agentId: string;
  readonly intervalSec: number;
  readonly nextDueAt: string;
  readonly now: string;
}

/** Locks those that are still due and that no other replica has locked. */
export const lockDue = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<DueBeat[]> =>
  many<DueBeat>(db, sql`
    select agent_id, interval_sec, next_due_at, now()::timestamptz(3) as now from schedules
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
