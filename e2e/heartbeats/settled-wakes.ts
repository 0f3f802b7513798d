/** Waits until the scheduler has heard everything of a company and no wake-up of it waits. */
import { until } from '@muster/test-kit';
import type { Row, Sql } from '../world/sql.ts';

export async function untilWakesSettle(
  sql: Sql,
  companyId: string,
  timeoutMs: number,
): Promise<void> {
  await until(
    'no waiting wake-up',
    async () => {
      const waiting = await waitingOf(sql, companyId);
      if (waiting.length > 0) throw new Error(JSON.stringify(waiting));
      return (await isCaughtUp(sql, companyId)) ? true : undefined;
    },
    timeoutMs,
  );
}

/** Agents with undelivered wake-ups, and their status. */
const waitingOf = (sql: Sql, companyId: string): Promise<readonly Row[]> =>
  sql.rows(
    `
  select r.name, r.status, r.hold_reason, count(*)::int as waiting
  from scheduler.wakeups w join scheduler.roster r using (agent_id)
  where w.company_id = $1 and w.status in ('pending', 'coalesced') group by r.agent_id`,
    [companyId],
  );

/** Whether the scheduler has applied all events of issues. */
async function isCaughtUp(sql: Sql, companyId: string): Promise<boolean> {
  const [row] = await sql.rows(
    `
    select not exists (
      select from scheduler.cursors c join issues.event_heads h using (company_id)
      where company_id = $1 and c.producer = 'issues' and c.last_seq < h.seq
    ) as caught_up`,
    [companyId],
  );
  return row?.['caught_up'] === true;
}
