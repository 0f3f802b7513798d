/** The time zone that counts for a company `c` now, and the month that follows from it. */
import { maybeOne, sql, type Db, type Statement } from '@muster/service-kit';

/** The former zone until the first month of a changed one. */
export const zoneNow: Statement = sql`
  case when c.zone_from > now() then c.former_time_zone else c.time_zone end`;

/** A month that began by the former zone does not begin again by the new one. */
export const monthNow: Statement = sql`
  greatest(
    to_char(now() at time zone (${zoneNow}), 'YYYY-MM'),
    case when c.zone_from <= now() then c.zone_from_month else '' end
  )`;

/** The begin of the next month, as the clocks of the zone that counts now show it. */
export const nextMonth: Statement = sql`
  ((${monthNow} || '-01')::timestamp + interval '1 month')`;

export const nextMonthAt: Statement = sql`${nextMonth} at time zone (${zoneNow})`;

/** From when on a changed zone counts, for other services. */
export const findZoneChange = (
  db: Db,
  companyId: string,
): Promise<{ readonly at: string; readonly month: string } | undefined> =>
  maybeOne(
    db,
    sql`
    select zone_from as at, zone_from_month as month from companies
    where id = ${companyId} and zone_from is not null`,
  );
