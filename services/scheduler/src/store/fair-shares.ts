/**
 * Fair shares: of the companies with a run that can start now, the one that holds the fewest has its
 * turn.
 */
import { NIL_UUID, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { canStart, queuedColumns, type QueuedRun } from './runs/run-lifecycle.ts';
import { isStartableIn } from './runs/run-states.ts';

/** Companies that are compared at a time; the next comparison goes on after them. */
export const COMPANIES_MAX = 500;

export interface FairShareQuery {
  /** The company that would be next by the order of the queue. */
  readonly companyId: string;
  /** Only companies that hold fewer runs than this. */
  readonly below: number;
  /** Runs that this process is about to start. */
  readonly starting: readonly string[];
  /** Only companies after this one, in the order of their ids. */
  readonly after: string | undefined;
}

export interface Comparison {
  /** A run of the company that holds the fewest; nothing where no company holds fewer. */
  readonly run: QueuedRun | undefined;
  /** The last company that was compared, if others follow. */
  readonly after: string | undefined;
}

/** Companies with a run that can start as far as is known, in the order of their ids. */
const waitingAfter = (after: string): Statement => sql`
  waiting (company_id, ordinal) as (
    (
      select q.company_id, 1 from runs q
      where ${isStartableIn(sql`q`)} and q.company_id > ${after}::uuid
      order by q.company_id limit 1
    )
    union all
    select following.company_id, waiting.ordinal + 1
    from waiting cross join lateral (
      select q.company_id from runs q
      where ${isStartableIn(sql`q`)} and q.company_id > waiting.company_id
      order by q.company_id limit 1
    ) as following
    where waiting.ordinal < ${COMPANIES_MAX}
  )`;

/** Parked and offered runs are not read; those that are held since their last offer are passed over. */
export async function compareShares(
  db: Db,
  { companyId, below, starting, after = NIL_UUID }: FairShareQuery,
): Promise<Comparison> {
  const compared = await one<{ after: string | null } & (QueuedRun | { readonly id: null })>(
    db,
    sql`
    with recursive ${waitingAfter(after)},
    shares as (
      select w.company_id, (
        select count(*) from runs h where h.company_id = w.company_id and h.held
      ) as held
      from waiting w where w.company_id <> ${companyId}
    ),
    fairer as (
      select next.*
      from shares cross join lateral (
        select ${queuedColumns}
        from runs
        join roster r on r.agent_id = runs.agent_id
        join companies c on c.company_id = runs.company_id
        where runs.company_id = shares.company_id and ${isStartableIn(sql`runs`)} and ${canStart}
          and coalesce(runs.postponed_until <= now(), true)
          and runs.id <> all(${starting}::uuid[])
        order by runs.id limit 1
      ) as next
      where shares.held < ${below}
      order by shares.held, next.id limit 1
    )
    select fairer.*, (
      select w.company_id from waiting w where w.ordinal = ${COMPANIES_MAX}
    ) as after
    from (values (1)) as one_row left join fairer on true`,
  );
  const { after: last, ...run } = compared;
  return { run: run.id === null ? undefined : run, after: last ?? undefined };
}

/** Serializes the starts of all companies until the end of the transaction. */
export const lockRunCounts = (db: Db): Promise<void> =>
  none(db, sql`select pg_advisory_xact_lock(hashtext(current_schema() || '.runs'))`);

/** Runs of all companies that workers hold as processes. */
export const countHeldLocally = async (db: Db): Promise<number> => {
  const row = await one<{ held: number }>(
    db,
    sql`
    select count(*)::integer as held from runs where held and deadline_at is null`,
  );
  return row.held;
};

/** Whether the company holds no run, or no other company could. */
export const isFirstOrOnly = async (db: Db, companyId: string): Promise<boolean> =>
  (
    await one<{ is: boolean }>(
      db,
      sql`
      select not exists (select from runs where company_id = ${companyId} and held)
        or not exists (
          select from companies where status = 'active' and company_id <> ${companyId}
        ) as is`,
    )
  ).is;
