/**
 * Compares stored sums with the booked costs. Both change in one transaction, so one statement
 * always sees them equal; a difference is a fault that no retry repairs.
 */
import { many, none, sql, type Db } from '@muster/service-kit';

/** Companies per claim: few, because claims of a process that ends are due again a day later. */
const COMPANIES_MAX = 10;

/** Makes the audits of new companies due: once a pass, since it looks at every company. */
export const addAudits = (db: Db): Promise<void> =>
  none(
    db,
    sql`
    insert into audits (company_id, audited_at)
    select c.company_id, to_timestamp(0) from companies c
    where not exists (select from audits a where a.company_id = c.company_id)
    on conflict do nothing`,
  );

/** Claims companies whose audit is due; each is claimed by one replica. */
export const claimDueAudits = (db: Db, hours: number): Promise<{ companyId: string }[]> => {
  const due = sql`now() - make_interval(secs => ${hours}::float8 * 3600)`;
  return many(
    db,
    sql`
    with due as (
      select company_id from audits where audited_at < ${due}
      order by audited_at limit ${COMPANIES_MAX}
    )
    insert into audits as a (company_id, audited_at)
    select company_id, now() from due order by company_id
    on conflict (company_id) do update set audited_at = excluded.audited_at
    where a.audited_at < ${due}
    returning company_id`,
  );
};

export interface Difference {
  readonly what: 'agent' | 'company' | 'list' | 'reserved';
  readonly id: string;
  readonly month: string;
  readonly sumCents: number;
  readonly bookedCents: number;
}

/** Most differences that are logged for one company and month. */
const DIFFERENCES_MAX = 50;

/** Stored sums of a month that differ from the costs booked into it. */
export const listDifferences = (db: Db, companyId: string, month: string): Promise<Difference[]> =>
  many<Difference>(
    db,
    sql`
    with booked as materialized (
      select agent_id, sum(cost_cents)::bigint as cents from cost_events
      where company_id = ${companyId} and month = ${month}
        and occurred_at > (${month} || '-01')::timestamp at time zone 'UTC' - interval '3 days'
        and occurred_at < (${month} || '-01')::timestamp at time zone 'UTC' + interval '34 days'
      group by agent_id
    ), held as (
      select agent_id, sum(left_cents)::bigint as cents from reservations
      where company_id = ${companyId} and month = ${month} and state = 'held'
      group by agent_id
    ), compared as (
      select 'agent' as what, m.agent_id::text as id, m.spent_cents as total, b.cents as booked
      from agent_months m left join booked b on b.agent_id = m.agent_id
      where m.company_id = ${companyId} and m.month = ${month}
      union all
      select 'reserved', m.agent_id::text, m.reserved_cents, h.cents
      from agent_months m left join held h on h.agent_id = m.agent_id
      where m.company_id = ${companyId} and m.month = ${month}
      union all
      select 'company', company_id::text, spent_cents, (select sum(cents) from booked)
      from company_months where company_id = ${companyId} and month = ${month}
      union all
      select 'list', dimension || ' by ' || grain, sum(cost_cents),
        (select sum(cents) from booked)
      from cost_sums
      where company_id = ${companyId} and starts_on >= (${month} || '-01')::date
        and starts_on < (${month} || '-01')::date + interval '1 month'
      group by dimension, grain
    )
    select what, id, ${month} as month, total::bigint as sum_cents,
      coalesce(booked, 0)::bigint as booked_cents
    from compared where total <> coalesce(booked, 0)
    order by what, id limit ${DIFFERENCES_MAX}`,
  );
