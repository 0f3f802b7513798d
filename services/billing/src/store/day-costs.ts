/** Costs day by day, and what the most expensive agents, projects or models have of each day. */
import { DAY_PARTS_MAX, type DayPart } from '@muster/contracts';
import { join, many, sql, type Db } from '@muster/service-kit';
import type { WindowParts } from '../domain/window.ts';
import { namesOf } from './cost-names.ts';
import { amounts, rowsOf, singlesOf, totals, type Sums } from './cost-sums.ts';

export interface DayCosts extends Sums {
  readonly day: string;
}

export interface DayQuery {
  readonly companyId: string;
  readonly parts: WindowParts;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Days in order, after the given one. Months are read day by day. */
export const listDayCosts = (
  db: Db,
  { companyId, parts, after, limit }: DayQuery,
): Promise<DayCosts[]> => {
  const days = { ...parts, months: [], days: [...parts.days, ...parts.months] };
  return many<DayCosts>(
    db,
    sql`
    select to_char(starts_on, 'YYYY-MM-DD') as day, ${totals}
    from (${rowsOf(companyId, 'all', days)}) r
    where starts_on > ${after ?? '0001-01-01'}::date
    group by starts_on order by starts_on limit ${limit}`,
  );
};

export interface SplitQuery {
  readonly companyId: string;
  readonly parts: WindowParts;
  readonly days: readonly string[];
  readonly split: 'agent' | 'project' | 'model';
}

type NamedPart = DayPart & { readonly day: string };

/**
 * The most expensive of the whole period, and what they have of the given days: each is looked up
 * for each day, so that it does not matter how many others there are.
 */
export const listDayParts = (
  db: Db,
  { companyId, parts, days, split }: SplitQuery,
): Promise<NamedPart[]> => {
  const ofDays = sql`
    select s.key, s.starts_on, ${amounts}
    from unnest(${days}::date[]) as listed (day)
    cross join top
    join cost_sums s on s.company_id = ${companyId} and s.dimension = ${split} and s.grain = 'day'
      and s.starts_on = listed.day and s.key = top.key
    where ${isWhole(parts)}`;
  const ofEdges = parts.edges.map(
    (edge) => sql`
    select e.* from (${singlesOf(companyId, split)(edge)}) e
    where e.starts_on = any(${days}::date[]) and e.key in (select key from top)`,
  );
  const { named, names } = namesOf[split](companyId);
  return many<NamedPart>(
    db,
    sql`
    with top as materialized (
      select key from (${rowsOf(companyId, split, parts)}) r
      group by key order by sum(cost_cents) desc, key desc limit ${DAY_PARTS_MAX}
    ), s as (
      select key, starts_on, ${totals}
      from (${join([ofDays, ...ofEdges], ' union all ')}) r
      group by key, starts_on
    )
    select to_char(s.starts_on, 'YYYY-MM-DD') as day, ${named}, s.cost_cents, s.unknown_cents,
      s.estimated_cents, s.events
    from s ${names}
    order by s.starts_on, s.cost_cents desc, s.key desc limit ${days.length * DAY_PARTS_MAX}`,
  );
};

/** A day of which only an edge is in the period has sums, too, but they are of the whole day. */
const isWhole = ({ months, days }: WindowParts) => {
  const ranges = [...months, ...days].map(
    ({ from, to }) => sql`listed.day >= ${from}::date and listed.day < ${to}::date`,
  );
  return ranges.length === 0 ? sql`false` : sql`(${join(ranges, ' or ')})`;
};
