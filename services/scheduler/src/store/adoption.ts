/** Runs on runners change hands: one process hands a run over, or goes silent; another takes it. */
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { Checkpoint } from '../domain/checkpoint.ts';
import type { HeldRun, Holder } from '../domain/held-run.ts';
import { adoptableAfter } from './held-leases.ts';
import { isRunOf } from './runs/run-states.ts';
import { heldColumns } from './runs/runs.ts';

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

/** Those of these runners, the lease that ends first before the others. A run whose lease has expired is lost. */
export const listAdoptable = (
  db: Db,
  runners: readonly string[],
  limit: number,
): Promise<AdoptableRun[]> => listOfRunners(db, runners, isAdoptable, sql`lease_expires_at`, limit);

const listOfRunners = (
  db: Db,
  runners: readonly string[],
  which: Statement,
  order: Statement,
  limit: number,
): Promise<AdoptableRun[]> =>
  many<AdoptableRun>(
    db,
    sql`
    select id, epoch, fence, runner from runs
    where ${which} and runner = any(${runners}::text[])
    order by ${order} limit ${limit}`,
  );

/** A runner that comes back later has forgotten its runs, or has none. */
const LATE_SECONDS = 3_600;
/** Its holder hears the end of a run that it has lost itself, if it is there. */
const HOLDER_HEARS_SECONDS = 15;

/** As in the index of them. */
const isLost = sql`
  runs.status = 'lost' and not runs.held and runs.runner is not null
  and runs.adoptable_at is not null`;

const isReportedLate = sql`
  ${isLost} and runs.finished_at > now() - make_interval(secs => ${LATE_SECONDS})
  and runs.finished_at < now() - make_interval(secs => ${HOLDER_HEARS_SECONDS})`;

/** Whether there is a lost run whose runner was not asked for the rest of its report. */
export const hasLateReports = sql`coalesce((
  select max(runs.finished_at) from runs where ${isLost}
) > now() - make_interval(secs => ${LATE_SECONDS}), false)`;

/** Lost runs of these runners, which may still have what they used. Each is asked for once. */
export const listLateReports = (
  db: Db,
  runners: readonly string[],
  limit: number,
): Promise<AdoptableRun[]> => listOfRunners(db, runners, isReportedLate, sql`finished_at`, limit);

export interface TakenRun {
  readonly run: HeldRun;
  readonly checkpoint: Checkpoint | undefined;
}

/**
 * Takes the run by a higher fence, and cuts its log back to the checkpoint, from which its output is
 * read again. Nothing where another process was first, or its holder is back.
 */
export const takeRun = (
  db: Db,
  holder: Holder,
  leaseSeconds: number,
): Promise<TakenRun | undefined> =>
  takeWhere(
    db,
    sql`${isRunOf(holder)} and ${isAdoptable}`,
    sql`lease_expires_at = now() + make_interval(secs => ${leaseSeconds}),
      adoptable_at = ${adoptableAfter(leaseSeconds)}`,
  );

/** Takes a lost run to read the rest of its report: it stays lost, and nobody holds it. */
export const takeLateReport = (db: Db, holder: Holder): Promise<TakenRun | undefined> =>
  takeWhere(db, sql`${isRunOf(holder)} and ${isReportedLate}`, sql`adoptable_at = null`);

async function takeWhere(
  db: Db,
  isFree: Statement,
  terms: Statement,
): Promise<TakenRun | undefined> {
  const taken = await maybeOne<HeldRun & { readonly checkpoint: Checkpoint | null }>(
    db,
    sql`
    with taken as (
      update runs set fence = fence + 1, ${terms},
        log_bytes = coalesce((checkpoint ->> 'logBytes')::integer, 0),
        log_truncated = coalesce((checkpoint ->> 'isLogFull')::boolean, false)
      where ${isFree}
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
