/** Records the end of a run on a runner; what waited for its place is offered again. */
import type { Runtime } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import type { HeldRun } from '../domain/held-run.ts';
import type { ReportedUse } from '../domain/reported-use.ts';
import { completeRun } from '../runs/complete-run.ts';
import { emitRun, writeRun, writeRuns } from '../runs/run-transaction.ts';
import type { Ending } from '../store/runs/run-lifecycle.ts';
import { saveUsage } from '../store/runs/run-usage.ts';
import { advanceOffers } from '../store/runs/run-sweep.ts';
import { endOfLease, retryUntil } from './retry-until.ts';
import type { WorkerParts } from './worker-parts.ts';

export interface RunEnd {
  readonly ending: Ending;
  readonly used?: ReportedUse | undefined;
  readonly traceparent?: string | null;
}

/** Its runner does not have the run, or has something else in its place. */
export const runnerLost: Ending = {
  status: 'lost',
  errorCode: 'runner_lost',
  error: 'The runner of this run no longer has it',
};

/** Its runner says that it has the run, and does not end it. */
export const notReported: Ending = {
  ...runnerLost,
  error: 'The runner of this run has not reported its end',
};

export async function recordEnd(
  { runtime, config, leases }: WorkerParts,
  run: HeldRun,
  { ending, used, traceparent = null }: RunEnd,
): Promise<void> {
  const until = endOfLease(config.LEASE_SECONDS);
  await retryUntil({ log: runtime.log, what: 'writing the end of a run', until }, () =>
    writeRun(runtime, run, (context) => completeRun(context, run, ending, used), traceparent),
  );
  leases.release(run.id);
  await advanceLimitedOffers(runtime, config, run.companyId);
}

/** A run that met a concurrency limit can start now. */
async function advanceLimitedOffers(
  { db }: Runtime,
  { MUSTER_MAX_RUNS, MUSTER_MAX_RUNS_PER_COMPANY }: SchedulerConfig,
  companyId: string,
): Promise<void> {
  if (MUSTER_MAX_RUNS > 0) await advanceOffers(db, null);
  else if (MUSTER_MAX_RUNS_PER_COMPANY > 0) await advanceOffers(db, companyId);
}

/** The runner has not told of the end: what is known is booked, if the run was not taken over. */
export const recordLateUse = (
  { runtime }: WorkerParts,
  run: HeldRun,
  used: ReportedUse | undefined,
): Promise<void> =>
  writeRuns(
    runtime,
    async (context) => {
      const late = used && (await saveUsage(context.db, run, used.usage));
      if (late) emitRun(context, 'run.usage_reported', late);
    },
    { runId: run.id },
  ).catch((error: unknown) =>
    runtime.log.warn({ err: error, runId: run.id }, 'booking a late report failed'),
  );
