/**
 * Where in the log of a company a moment is. Numbers and times of events rise together, so the place is
 * found by halving: twenty events are read of a million, by the primary key.
 */
import { sql, type Statement } from '../postgres/sql.ts';

/** Below and above: events up to `low` are from before the moment, and those from `high` on are not. */
const halved = (companyId: string, at: string): Statement => sql`
  with recursive search (low, high) as (
    select coalesce((
      select seq from events where company_id = ${companyId} order by seq limit 1
    ), 1) - 1, coalesce((
      select seq from events where company_id = ${companyId} order by seq desc limit 1
    ), 0) + 1
    union all
    select case when e.occurred_at < ${at}::timestamptz then e.seq else low end,
      case when e.occurred_at < ${at}::timestamptz then high else e.seq end
    from search
    join events e on e.company_id = ${companyId} and e.seq = (search.low + search.high) / 2
    where search.high - search.low > 1
  )`;

/** The number of the last event from before the moment; one less than the first if there is none. */
export const lastSeqBefore = (companyId: string, at: string): Statement =>
  sql`(${halved(companyId, at)} select max(low) from search)`;

/** The number of the first event at the moment or after it; one more than the last if there is none. */
export const firstSeqAt = (companyId: string, at: string): Statement =>
  sql`(${halved(companyId, at)} select min(high) from search)`;
