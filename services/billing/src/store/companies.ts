/**
 * Companies: their limit, their time zone, and the lock of their books. Every booking takes the
 * lock first; what it reads afterwards stays so until the commit.
 */
import { Refusal, type CompanySnapshot } from '@muster/contracts';
import { maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';

export interface Company {
  readonly companyId: string;
  readonly status: string;
}

export const findCompany = (db: Db, companyId: string): Promise<Company | undefined> =>
  maybeOne<Company>(
    db,
    sql`
    select company_id, status from companies where company_id = ${companyId}`,
  );

export async function lockBooks(db: Db, companyId: string): Promise<Company> {
  const company = await maybeOne<Company>(
    db,
    sql`
    select company_id, status from companies where company_id = ${companyId}
    for no key update`,
  );
  if (!company) throw new Refusal('company_not_found');
  return company;
}

/** Saves the copy unless a newer one is there; returns whether it was saved, and so locked. */
export async function saveCompany(
  db: Db,
  { companyId, status, budgetMonthlyCents, version }: CompanySnapshot,
): Promise<boolean> {
  const saved = await maybeOne(
    db,
    sql`
    insert into companies as c (company_id, status, budget_monthly_cents, version)
    values (${companyId}, ${status}, ${budgetMonthlyCents}, ${version})
    on conflict (company_id) do update
    set status = excluded.status, budget_monthly_cents = excluded.budget_monthly_cents,
      version = excluded.version
    where excluded.version > c.version
    returning company_id`,
  );
  return saved !== undefined;
}

/** The month of a timestamp, in the time zone that the company had then. */
export const monthAt = (companyId: Statement, at: string): Statement => sql`(
  select greatest(to_char(${at}::timestamptz at time zone z.time_zone, 'YYYY-MM'), z.from_month)
  from company_zones z
  where z.company_id = ${companyId} and z.valid_from <= ${at}::timestamptz
  order by z.valid_from desc limit 1
)`;

/** The day of a timestamp, in the same time zone; it is a day of that month. */
export const dayAt = (companyId: Statement, at: Statement): Statement => sql`(
  select greatest(
    (${at} at time zone z.time_zone)::date, (nullif(z.from_month, '') || '-01')::date
  )
  from company_zones z
  where z.company_id = ${companyId} and z.valid_from <= ${at}
  order by z.valid_from desc limit 1
)`;

/** Saves the time zone: the first applies to all times, a changed one from the next month on. */
export async function saveZone(
  db: Db,
  companyId: string,
  timeZone: string,
  now: string,
): Promise<void> {
  const current = await maybeOne<{ timeZone: string }>(
    db,
    sql`
    select time_zone from company_zones
    where company_id = ${companyId} and valid_from <= ${now}
    order by valid_from desc limit 1`,
  );
  if (current === undefined) {
    return none(
      db,
      sql`
      insert into company_zones (company_id, valid_from, from_month, time_zone)
      values (${companyId}, '-infinity', '', ${timeZone})`,
    );
  }
  await none(
    db,
    sql`
    delete from company_zones where company_id = ${companyId} and valid_from > ${now}`,
  );
  if (current.timeZone === timeZone) return;
  await none(
    db,
    sql`
    with next as (
      select date_trunc('month', ${now}::timestamptz at time zone ${current.timeZone})
        + interval '1 month' as month
    )
    insert into company_zones (company_id, valid_from, from_month, time_zone)
    select ${companyId}, month at time zone ${current.timeZone}, to_char(month, 'YYYY-MM'),
      ${timeZone}
    from next`,
  );
}
