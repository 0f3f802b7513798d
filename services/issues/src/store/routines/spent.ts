/** What the issues of routines cost in a month of their company, and which routines may make no more in it. */
import { many, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { routineColumns, type RoutineRow } from './routines.ts';

/** Months that are counted say nothing any more after this time. */
export const MONTHS_KEPT_DAYS = 400;
/** Far above the longest line of parents: what would go round ends. */
const LEVELS_MAX = 1_000;

export interface IssueCost {
  readonly issueId: string;
  readonly month: string;
  readonly costCents: number;
}

/** Keeps the zone of a company, unless a newer one is there. */
export const saveZone = (
  db: Db,
  {
    companyId,
    timeZone,
    version,
  }: { readonly companyId: string; readonly timeZone: string; readonly version: number },
): Promise<void> =>
  none(
    db,
    sql`
    insert into company_zones as z (company_id, time_zone, version)
    values (${companyId}, ${timeZone}, ${version})
    on conflict (company_id) do update
    set time_zone = excluded.time_zone, version = excluded.version
    where excluded.version > z.version`,
  );

/** The calendar month of a company, by the clock of the database. */
export const monthOf = (companyId: Statement): Statement => sql`
  to_char(now() at time zone coalesce(
    (select z.time_zone from company_zones z where z.company_id = ${companyId}), 'UTC'
  ), 'YYYY-MM')`;

/**
 * Adds costs of issues of a company to the routine that has made the issue, or the nearest issue above it.
 * Most companies have no routine, and then nothing above is looked at.
 * @returns the routines whose sums are others now
 */
export const addCosts = async (
  db: Db,
  companyId: string,
  costs: readonly IssueCost[],
): Promise<string[]> => {
  const rows = await many<{ routineId: string }>(
    db,
    sql`
    with recursive costs as (
      select issue_id, month, sum(cents)::bigint as cents from unnest(
        ${costs.map(({ issueId }) => issueId)}::uuid[],
        ${costs.map(({ month }) => month)}::text[],
        ${costs.map(({ costCents }) => costCents)}::bigint[]
      ) as c (issue_id, month, cents)
      group by issue_id, month
    ), up as (
      select issue_id as of_issue_id, issue_id as id, 0 as level, null::uuid as routine_id
      from (select distinct issue_id from costs) named
      where exists (
        select from routines r where r.company_id = ${companyId} and r.status <> 'archived'
      )
      union all
      select up.of_issue_id, i.parent_id, up.level + 1, f.routine_id
      from up
      join issues i on i.id = up.id and i.company_id = ${companyId}
      left join routine_firings f on f.issue_id = i.id and f.company_id = i.company_id
      where up.routine_id is null and up.level < ${LEVELS_MAX}::integer
    )
    insert into routine_months as m (routine_id, month, company_id, spent_cents)
    select up.routine_id, c.month, ${companyId}::uuid, sum(c.cents)::bigint
    from up join costs c on c.issue_id = up.of_issue_id
    where up.routine_id is not null
    group by up.routine_id, c.month
    order by up.routine_id, c.month
    on conflict (routine_id, month) do update
    set spent_cents = m.spent_cents + excluded.spent_cents, updated_at = now()
    returning m.routine_id`,
  );
  return [...new Set(rows.map(({ routineId }) => routineId))];
};

/** What the issues of a routine have cost in the month that it is now. */
export const getSpentCents = async (
  db: Db,
  { id, companyId }: Pick<RoutineRow, 'id' | 'companyId'>,
): Promise<number> => {
  const { cents } = await one<{ cents: number }>(
    db,
    sql`
    select coalesce((
      select spent_cents from routine_months
      where routine_id = ${id} and company_id = ${companyId}
        and month = ${monthOf(sql`${companyId}::uuid`)}
    ), 0)::bigint as cents`,
  );
  return cents;
};

/**
 * Writes down which of these routines have spent their budget of this month, and which have it again.
 * @returns those of which something else was true before
 */
export const saveExhausted = (
  db: Db,
  companyId: string,
  routineIds: readonly string[],
): Promise<RoutineRow[]> =>
  many<RoutineRow>(
    db,
    sql`
    with found as (
      select r.id, case
        when r.budget_monthly_cents > 0 and m.spent_cents >= r.budget_monthly_cents then n.month
      end as exhausted_month
      from routines r
      cross join (select ${monthOf(sql`${companyId}::uuid`)} as month) n
      left join routine_months m
        on m.routine_id = r.id and m.company_id = r.company_id and m.month = n.month
      where r.id = any(${routineIds}::uuid[]) and r.company_id = ${companyId}
        and r.status <> 'archived'
      order by r.id for no key update of r
    ), saved as (
      update routines r
      set exhausted_month = found.exhausted_month, updated_at = now(), version = r.version + 1
      from found
      where r.id = found.id and r.exhausted_month is distinct from found.exhausted_month
      returning r.*
    )
    select ${routineColumns} from saved order by id limit ${routineIds.length}`,
  );
