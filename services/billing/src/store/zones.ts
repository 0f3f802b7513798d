/** Time zones of a company as the agents service has decided them. */
import type { CompanySnapshot } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import { saveZone } from './companies.ts';
import { sumAgain } from './cost-sums.ts';

type ZoneFrom = NonNullable<CompanySnapshot['timeZoneFrom']>;

/**
 * Saves a zone that counts from a moment on. If the moment has passed, the costs since then are
 * summed again, because their days depend on the zone; their month is the same in both zones unless
 * the event is a month late. The caller holds the lock of the books.
 */
export async function saveZoneFrom(
  db: Db,
  companyId: string,
  timeZone: string,
  { at, month }: ZoneFrom,
  now: string,
): Promise<void> {
  const known = await maybeOne<{ timeZone: string; isLast: boolean }>(
    db,
    sql`
    select time_zone, valid_from = ${at}::timestamptz as is_last from company_zones
    where company_id = ${companyId} order by valid_from desc limit 1`,
  );
  if (!known) return saveZone(db, companyId, timeZone, now);
  if (known.isLast && known.timeZone === timeZone) return;
  await none(
    db,
    sql`
    delete from company_zones where company_id = ${companyId} and valid_from >= ${at}::timestamptz`,
  );
  await none(
    db,
    sql`
    insert into company_zones (company_id, valid_from, from_month, time_zone)
    values (${companyId}, ${at}, ${month}, ${timeZone})`,
  );
  // The first day of the month begins at the moment in both zones.
  if (at <= now) await sumAgain(db, companyId, { at, day: `${month}-01` });
}
