/** Fair shares: of the companies with queued runs, the one that holds the fewest has its turn. */
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import { canStart, queuedColumns, type QueuedRun } from './run-lifecycle.ts';

/** Companies with queued runs that are compared; the others wait for their turn in the queue. */
const COMPANIES_MAX = 500;

export interface FairShareQuery {
  /** The company that would be next by the order of the queue. */
  readonly companyId: string;
  /** Only companies that hold fewer runs than this. */
  readonly below: number;
  /** Runs that this process is about to start. */
  readonly starting: readonly string[];
}

/** A run of the company that holds the fewest; nothing where no company holds fewer. */
export const findFairerRun = (
  db: Db,
  { companyId, below, starting }: FairShareQuery,
): Promise<QueuedRun | undefined> =>
  maybeOne<QueuedRun>(
    db,
    sql`
    with recursive waiting (company_id) as (
      (select company_id from runs where status = 'queued' order by company_id limit 1)
      union all
      select (
        select company_id from runs where status = 'queued' and company_id > waiting.company_id
        order by company_id limit 1
      )
      from waiting where waiting.company_id is not null
    ),
    shares as (
      select w.company_id, (
        select count(*) from runs h where h.company_id = w.company_id and h.held
      ) as held
      from (select company_id from waiting limit ${COMPANIES_MAX}) as w
      where w.company_id <> ${companyId}
    )
    select ${queuedColumns}
    from shares cross join lateral (
      select q.id from runs q join roster r on r.agent_id = q.agent_id
      where q.company_id = shares.company_id and q.status = 'queued'
        and coalesce(q.postponed_until <= now(), true)
        and coalesce(q.offered_until <= now(), true)
        and q.id <> all(${starting}::uuid[])
      order by q.id limit 1
    ) as next
    join runs on runs.id = next.id
    join roster r on r.agent_id = runs.agent_id
    join companies c on c.company_id = runs.company_id
    where shares.held < ${below} and ${canStart}
    order by shares.held, runs.id limit 1`,
  );

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
