/** Counts for the inbox of a board user. An instance admin has all companies, so they begin with what waits. */
import {
  INBOX_COMPANIES_MAX,
  INBOX_COUNT_MAX,
  INBOX_WAITING_MAX,
  type WaitingCount,
} from '@muster/contracts';
import { many, sql, type Db, type Statement } from './sql.ts';

export interface WaitingCounts {
  readonly counts: WaitingCount[];
  /** Present if something was left out. */
  readonly more?: true;
}

/**
 * Counts by company, those with the newest rows first.
 *
 * @param waiting selects `company_id` and the time `at` of at most `INBOX_WAITING_MAX` rows, the newest
 *   first
 */
export async function countWaiting(db: Db, waiting: Statement): Promise<WaitingCounts> {
  const found = await many<WaitingCount & { readonly lookedAt: number }>(
    db,
    sql`
    with waiting as materialized (${waiting})
    select company_id, least(count(*), ${INBOX_COUNT_MAX})::integer as count,
      (select count(*) from waiting)::integer as looked_at
    from waiting group by company_id
    order by max(at) desc, company_id limit ${INBOX_COMPANIES_MAX + 1}`,
  );
  const isCut = found.length > INBOX_COMPANIES_MAX || found[0]?.lookedAt === INBOX_WAITING_MAX;
  return {
    counts: found
      .slice(0, INBOX_COMPANIES_MAX)
      .map(({ companyId, count }) => ({ companyId, count })),
    ...(isCut ? { more: true } : {}),
  };
}
