/** The period of a list in the parts that have sums, and the moments at which days begin. */
import { maybeOne, one, sql, type Db } from '@muster/service-kit';
import {
  daysOf,
  inBoth,
  partsOf,
  roundUpToMillisecond,
  wholeMonthsAndDays,
  type DayBoundaries,
  type Period,
  type Window,
  type WindowParts,
} from '../domain/window.ts';
import { dayAt, monthAt } from './companies.ts';

export interface PeriodQuery extends Period {
  readonly companyId: string;
  readonly now: string;
}

/** The parts of a period; without one, of the current month. */
export async function findPeriodParts(
  db: Db,
  { companyId, now, ...period }: PeriodQuery,
): Promise<WindowParts> {
  const days = daysOf(period);
  if (period.from === undefined && period.to === undefined) {
    if (days) return { ...wholeMonthsAndDays(days.from, days.to), edges: [] };
    const { begin, end } = await one<{ begin: string; end: string }>(
      db,
      sql`
      select (m.month || '-01') as begin,
        to_char((m.month || '-01')::date + interval '1 month', 'YYYY-MM-DD') as end
      from (select ${monthAt(sql`${companyId}::uuid`, now)} as month) m`,
    );
    return { ...wholeMonthsAndDays(begin, end), edges: [] };
  }
  const window = await findWindow(db, companyId, period);
  const [first, last] = await Promise.all([
    window.from ? findDayStart(db, companyId, window.from, 'after') : null,
    window.to ? findDayStart(db, companyId, window.to, 'before') : null,
  ]);
  return partsOf(window, { first, last });
}

/**
 * The start of a day nearest to a timestamp. In all zones days begin on a quarter of an hour of
 * UTC, and none is longer than 24 hours, 1 of summer time and 26 of a change of the company's zone.
 */
async function findDayStart(
  db: Db,
  companyId: string,
  at: string,
  side: 'before' | 'after',
): Promise<NonNullable<DayBoundaries['first']>> {
  const quarter = sql`date_bin('15 minutes', ${at}::timestamptz, '2000-01-01')`;
  const [begin, end, order] =
    side === 'before'
      ? [sql`${quarter} - interval '51 hours'`, quarter, sql`desc`]
      : [sql`${quarter}`, sql`${quarter} + interval '52 hours'`, sql`asc`];
  const start = await maybeOne<NonNullable<DayBoundaries['first']>>(
    db,
    sql`
    select t as at, to_char(${dayAt(sql`${companyId}::uuid`, sql`t`)}, 'YYYY-MM-DD') as day
    from generate_series(${begin}, ${end}, interval '15 minutes') t
    where case ${side} when 'after' then t >= ${at} else t <= ${at} end
      and ${dayAt(sql`${companyId}::uuid`, sql`t`)}
        > ${dayAt(sql`${companyId}::uuid`, sql`(t - interval '15 minutes')`)}
    order by t ${order} limit 1`,
  );
  if (!start) throw new Error(`no day of the company begins near ${at}`);
  return start;
}

/** The moments between which single costs are of the period; without one, all of them. */
export async function findWindow(
  db: Db,
  companyId: string,
  { from, to, ...calendar }: Period,
): Promise<Window> {
  const window = { from: from && roundUpToMillisecond(from), to: to && roundUpToMillisecond(to) };
  const days = daysOf(calendar);
  if (!days) return window;
  const [begin, end] = await Promise.all([
    findBeginOfDay(db, companyId, days.from),
    findBeginOfDay(db, companyId, days.to),
  ]);
  return inBoth(window, { from: begin, to: end });
}

/**
 * Where a day of the company begins: the first moment of it or of a later day. No zone is further
 * than 14 hours from UTC, and the first day of a new zone may have no moment at all.
 */
const findBeginOfDay = async (db: Db, companyId: string, day: string): Promise<string> => {
  const { at } = await one<{ at: string }>(
    db,
    sql`
    select t as at
    from generate_series(
      ${day}::date::timestamp at time zone 'UTC' - interval '27 hours',
      ${day}::date::timestamp at time zone 'UTC' + interval '27 hours', interval '15 minutes'
    ) t
    where ${dayAt(sql`${companyId}::uuid`, sql`t`)} >= ${day}::date
    order by t limit 1`,
  );
  return at;
};
