/**
 * Leases of runs, which their holders renew. Runs on runners change hands: one process hands a run over, or
 * goes silent; another takes it.
 */
import type { RunStatus } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { Checkpoint } from '../domain/checkpoint.ts';
import type { HeldRun, Holder } from '../domain/held-run.ts';
import { adoptableAfter } from './run-lifecycle.ts';
import { isRunOf } from './run-states.ts';
import { heldColumns } from './runs.ts';

/** Another process can take the run from now on. */
export const handOver = (db: Db, holder: Holder): Promise<void> =>
  none(
    db,
    sql`
    update runs set adoptable_at = now()
    where ${isRunOf(holder)} and held and runner is not null`,
  );

const isAdoptable = sql`
  runs.held and runs.runner is not null
  and runs.adoptable_at <= now() and runs.lease_expires_at > now()`;

export interface AdoptableRun extends Holder {
  readonly runner: string;
}

/** Those of these runners. A run whose lease has expired is lost. */
export const listAdoptable = (
  db: Db,
  runners: readonly string[],
  limit: number,
): Promise<AdoptableRun[]> =>
  many<AdoptableRun>(
    db,
    sql`
    select id, epoch, fence, runner from runs
    where ${isAdoptable} and runner = any(${runners}::text[])
    order by lease_expires_at limit ${limit}`,
  );

export interface TakenRun {
  readonly run: HeldRun;
  readonly checkpoint: Checkpoint | undefined;
}

/**
 * Takes the run by a higher fence, and cuts its log back to the checkpoint, from which its output is
 * read again. Nothing where another process was first, or its holder is back.
 */
export async function takeRun(
  db: Db,
  holder: Holder,
  leaseSeconds: number,
): Promise<TakenRun | undefined> {
  const taken = await maybeOne<HeldRun & { readonly checkpoint: Checkpoint | null }>(
    db,
    sql`
    with taken as (
      update runs set fence = fence + 1,
        lease_expires_at = now() + make_interval(secs => ${leaseSeconds}),
        adoptable_at = ${adoptableAfter(leaseSeconds)},
        log_bytes = coalesce((checkpoint ->> 'logBytes')::integer, 0),
        log_truncated = coalesce((checkpoint ->> 'isLogFull')::boolean, false)
      where ${isRunOf(holder)} and ${isAdoptable}
      returning ${heldColumns}, runs.checkpoint
    ), cut as (
      delete from run_log using taken
      where run_log.run_id = taken.id and run_log.start >= taken.log_bytes
    )
    select * from taken`,
  );
  if (!taken) return undefined;
  const { checkpoint, ...run } = taken;
  return { run, checkpoint: checkpoint ?? undefined };
}

/** The rows of these holders, each only for as long as it is still its own. */
const mine = (held: readonly Holder[]): Statement => sql`
  unnest(
    ${held.map(({ id }) => id)}::uuid[], ${held.map(({ epoch }) => epoch)}::integer[],
    ${held.map(({ fence }) => fence)}::integer[]
  ) as mine (id, epoch, fence)`;

const isMine = sql`
  runs.id = mine.id and runs.epoch = mine.epoch and runs.fence = mine.fence and runs.held`;

export const renewLeases = (db: Db, held: readonly Holder[], leaseSeconds: number): Promise<void> =>
  none(
    db,
    sql`
    update runs
    set lease_expires_at = least(now() + make_interval(secs => ${leaseSeconds}), deadline_at),
      adoptable_at = ${adoptableAfter(leaseSeconds)}
    from ${mine(held)} where ${isMine}`,
  );

/** The runs that this holder still holds; one that is missing is lost to it. */
export const listHeld = (
  db: Db,
  held: readonly Holder[],
): Promise<{ id: string; status: RunStatus; errorCode: string | null }[]> =>
  many(
    db,
    sql`
    select runs.id, runs.status, runs.error_code from runs
    join ${mine(held)} on ${isMine} order by runs.id limit 10000`,
  );
