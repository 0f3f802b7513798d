/** Reservations of runs. They change only under the lock of the books. */
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { RUNS_KEPT } from '../domain/unusual-cost.ts';
import { monthAt } from './companies.ts';

export interface Reservation {
  readonly runId: string;
  readonly agentId: string;
  readonly month: string;
  readonly cents: number;
  readonly state: 'held' | 'settled' | 'voided';
}

export const findReservation = (
  db: Db,
  companyId: string,
  runId: string,
): Promise<Reservation | undefined> =>
  maybeOne<Reservation>(
    db,
    sql`
    select run_id, agent_id, month, cents, state from reservations
    where company_id = ${companyId} and run_id = ${runId}`,
  );

export interface NewReservation {
  readonly companyId: string;
  readonly agentId: string;
  readonly runId: string;
  readonly month: string;
  readonly cents: number;
  readonly ttlSeconds: number;
}

/**
 * Reserves the cents in both budgets, each by an update that matches its row only while there is
 * room: a reservation never exceeds a limit, whatever was decided before. The rows of the month are
 * made by `insertMonths`. Without room it throws: under the lock the decision cannot be stale.
 */
export const insertReservation = (
  db: Db,
  { companyId, agentId, runId, month, cents, ttlSeconds }: NewReservation,
): Promise<{ runId: string }> =>
  one(
    db,
    sql`
    with agent as (
      update agent_months m set reserved_cents = m.reserved_cents + ${cents}::bigint
      from agents a
      where m.agent_id = ${agentId} and m.month = ${month} and a.agent_id = m.agent_id
        and a.company_id = ${companyId}
        and (
          a.budget_monthly_cents = 0
          or m.spent_cents + m.reserved_cents + ${cents}::bigint <= a.budget_monthly_cents
        )
      returning m.agent_id
    ), company as (
      update company_months m set reserved_cents = m.reserved_cents + ${cents}::bigint
      from companies c
      where m.company_id = ${companyId} and m.month = ${month} and c.company_id = m.company_id
        and (
          c.budget_monthly_cents = 0
          or m.spent_cents + m.reserved_cents + ${cents}::bigint <= c.budget_monthly_cents
        )
      returning m.company_id
    )
    insert into reservations as r (
      run_id, company_id, agent_id, month, cents, left_cents, expires_at
    )
    select ${runId}, company.company_id, agent.agent_id, ${month}, ${cents}::bigint,
      ${cents}::bigint, now() + make_interval(secs => ${ttlSeconds})
    from agent cross join company
    on conflict (run_id) do update
    set month = excluded.month, cents = excluded.cents, left_cents = excluded.left_cents,
      state = 'held', expires_at = excluded.expires_at
    where r.company_id = excluded.company_id and r.agent_id = excluded.agent_id
    returning r.run_id`,
  );

/** Extends a reservation that is requested again, because the run had to wait for its start. */
export const extendReservation = (
  db: Db,
  { companyId, runId, ttlSeconds }: { companyId: string; runId: string; ttlSeconds: number },
): Promise<void> =>
  none(
    db,
    sql`
    update reservations
    set expires_at = greatest(expires_at, now() + make_interval(secs => ${ttlSeconds}))
    where company_id = ${companyId} and run_id = ${runId} and state = 'held'`,
  );

/** Inserts the rows of the month, so that an update matches them. */
export const insertMonths = (
  db: Db,
  { companyId, agentId, month }: { companyId: string; agentId: string; month: string },
): Promise<void> =>
  none(
    db,
    sql`
    with agent as (
      insert into agent_months (agent_id, month, company_id)
      values (${agentId}, ${month}, ${companyId})
      on conflict (agent_id, month) do nothing
    )
    insert into company_months (company_id, month) values (${companyId}, ${month})
    on conflict (company_id, month) do nothing`,
  );

/** Deducts the cost of a run from its reservation: spent cents are no longer reserved. */
export const useReservation = (
  db: Db,
  {
    companyId,
    agentId,
    runId,
    cents,
  }: {
    companyId: string;
    agentId: string;
    runId: string;
    cents: number;
  },
): Promise<void> =>
  none(
    db,
    sql`
    with used as (
      select run_id, company_id, agent_id, month, least(left_cents, ${cents}::bigint) as cents
      from reservations
      where run_id = ${runId} and company_id = ${companyId} and agent_id = ${agentId}
        and state = 'held'
    ), agent as (
      update agent_months m set reserved_cents = m.reserved_cents - used.cents
      from used where m.agent_id = used.agent_id and m.month = used.month
    ), company as (
      update company_months m set reserved_cents = m.reserved_cents - used.cents
      from used where m.company_id = used.company_id and m.month = used.month
    )
    update reservations r set left_cents = r.left_cents - used.cents
    from used where r.run_id = used.run_id`,
  );

export interface Released {
  readonly runId: string;
  readonly agentId: string;
  readonly month: string;
  /** Cents that the run reserved at first. */
  readonly cents: number;
  /** Cents that are released. */
  readonly leftCents: number;
  /** What the last runs of the agent have cost, the newest first; null where nothing is known. */
  readonly recentRunCents: readonly number[] | null;
}

/**
 * Ends the reservation of a finished run, and keeps what the run has cost with the agent; nothing if
 * it has no reservation. Runs that cost nothing say nothing about what a run of the agent costs.
 */
export const settleReservation = (
  db: Db,
  {
    companyId,
    runId,
    runCents,
  }: {
    readonly companyId: string;
    readonly runId: string;
    readonly runCents: number;
  },
): Promise<Released[]> =>
  release(
    db,
    companyId,
    'settled',
    sql`run_id = ${runId}`,
    runCents > 0 ? withRunCents(runCents) : unchanged,
  );

/** The first run of a month goes on with the costs of the month before. */
const recentRunCents = sql`
  coalesce(m.recent_run_cents, (
    select e.recent_run_cents from agent_months e
    where e.agent_id = m.agent_id and e.company_id = m.company_id and e.month < m.month
    order by e.month desc limit 1
  ), '{}')`;

const withRunCents = (cents: number): Statement => sql`,
  recent_run_cents = (${cents}::bigint || ${recentRunCents})[1:${RUNS_KEPT}]`;
const unchanged = sql``;

export interface ReservationOfFinishedRun {
  readonly companyId: string;
  readonly agentId: string;
  readonly runId: string;
  readonly at: string;
}

/**
 * Settles the reservation of a finished run that holds none: it expired, or its request is still on
 * the way. Whatever is requested for the run from now on finds it settled.
 */
export const settleWithoutHold = (
  db: Db,
  { companyId, agentId, runId, at }: ReservationOfFinishedRun,
): Promise<void> =>
  none(
    db,
    sql`
    insert into reservations as r (
      run_id, company_id, agent_id, month, cents, left_cents, state, expires_at
    )
    select ${runId}, c.company_id, ${agentId}, ${monthAt(sql`c.company_id`, at)}, 0, 0, 'settled',
      now()
    from companies c where c.company_id = ${companyId}
    on conflict (run_id) do update set state = 'settled'
    where r.company_id = excluded.company_id and r.state = 'voided'`,
  );

/** Most reservations that one transaction voids. */
const VOIDED_PER_TRANSACTION = 200;

export const voidExpired = (db: Db, companyId: string): Promise<Released[]> =>
  release(
    db,
    companyId,
    'voided',
    sql`
    run_id in (
      select run_id from reservations
      where company_id = ${companyId} and state = 'held' and expires_at < now()
      order by expires_at limit ${VOIDED_PER_TRANSACTION}
    )`,
  );

/** A reservation leaves `held` once, so its rest is released once. */
const release = (
  db: Db,
  companyId: string,
  state: 'settled' | 'voided',
  which: Statement,
  kept: Statement = unchanged,
): Promise<Released[]> =>
  many<Released>(
    db,
    sql`
    with ended as (
      select run_id, agent_id, month, cents, left_cents from reservations
      where company_id = ${companyId} and state = 'held' and ${which}
    ), closed as (
      update reservations r set state = ${state}, left_cents = 0
      from ended where r.run_id = ended.run_id
    ), agent as (
      update agent_months m set reserved_cents = m.reserved_cents - s.cents${kept}
      from (
        select agent_id, month, sum(left_cents) as cents from ended group by agent_id, month
      ) s
      where m.agent_id = s.agent_id and m.month = s.month
      returning m.agent_id, m.month, m.recent_run_cents
    ), company as (
      update company_months m set reserved_cents = m.reserved_cents - s.cents
      from (select month, sum(left_cents) as cents from ended group by month) s
      where m.company_id = ${companyId} and m.month = s.month
    )
    select run_id, agent_id, month, cents, left_cents, to_jsonb(agent.recent_run_cents) as recent_run_cents
    from ended left join agent using (agent_id, month)
    order by run_id limit ${VOIDED_PER_TRANSACTION}`,
  );

/** The sum of an agent's reservations. */
export const sumReserved = async (db: Db, companyId: string, agentId: string): Promise<number> =>
  (
    await one<{ cents: number }>(
      db,
      sql`
    select coalesce(sum(left_cents), 0)::bigint as cents from reservations
    where company_id = ${companyId} and agent_id = ${agentId} and state = 'held'`,
    )
  ).cents;
