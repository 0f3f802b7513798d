/** Whose turn it is: who has the fewest runs among those who have some waiting. */
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import { mayStart, waitingColumns, type Waiting } from './run-lifecycle.ts';

/** Companies with waiting runs that are compared; beyond that it is anybody's turn. */
const COMPANIES_MAX = 500;

export interface Turn {
  /** The company that would be next by the order of the queue. */
  readonly companyId: string;
  /** Only companies that have fewer runs than this. */
  readonly below: number;
  /** Runs that others of this process are about to start. */
  readonly chosen: readonly string[];
}

/** A run of the company that has the fewest; nothing where nobody has fewer. */
export const findFairer = (
  db: Db,
  { companyId, below, chosen }: Turn,
): Promise<Waiting | undefined> =>
  maybeOne<Waiting>(db, sql`
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
    select ${waitingColumns}
    from shares cross join lateral (
      select q.id from runs q join roster r on r.agent_id = q.agent_id
      where q.company_id = shares.company_id and q.status = 'queued'
        and coalesce(q.postponed_until <= now(), true)
        and coalesce(q.offered_until <= now(), true)
        and q.id <> all(${chosen}::uuid[])
      order by q.id limit 1
    ) as next
    join runs on runs.id = next.id
    join roster r on r.agent_id = runs.agent_id
    join companies c on c.company_id = runs.company_id
    where shares.held < ${below} and ${mayStart}
    order by shares.held, runs.id limit 1`);

/** Held until the transaction ends, so that starts are counted one after the other. */
export const lockInstance = (db: Db): Promise<void> =>
  none(db, sql`select pg_advisory_xact_lock(hashtext(current_schema() || '.runs'))`);

/** Runs that processes of ours carry out, of all companies. */
export const countHeldHere = async (db: Db): Promise<number> => {
  const row = await one<{ held: number }>(db, sql`
    select count(*)::integer as held from runs where held and deadline_at is null`);
  return row.held;
};
