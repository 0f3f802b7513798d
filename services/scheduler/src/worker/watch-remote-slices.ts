/**
 * Called and remote runs that have used up their slice, according to their keep-alives. These do
 * not wait for billing: billing is asked after the answer, and the next keep-alive learns the
 * result. A request that is lost with this process is repeated after a later keep-alive.
 */
import type { Runtime } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';
import type { LocalSignals } from '../local-signals.ts';
import { completeRun } from '../runs/complete-run.ts';
import { writeRuns } from '../runs/run-transaction.ts';
import { budgetUsedUp } from './ending-of-outcome.ts';
import { renewReservation } from './renew-reservation.ts';

export interface RemoteSliceWatch {
  /** Resolves when no request is in flight any more. */
  stop(): Promise<void>;
}

export function watchRemoteSlices(runtime: Runtime, signals: LocalSignals): RemoteSliceWatch {
  const inFlight = new Set<Promise<void>>();
  const check = (run: HeldRun, ttlSeconds: number): void => {
    const checked = renewOrEnd(runtime, run, ttlSeconds)
      .catch((error: unknown) =>
        runtime.log.error({ err: error, runId: run.id }, 'checking the slice of a run failed'),
      )
      .finally(() => inFlight.delete(checked));
    inFlight.add(checked);
  };
  signals.on('sliceUsedUp', check);
  return {
    async stop() {
      signals.off('sliceUsedUp', check);
      await Promise.all(inFlight);
    },
  };
}

async function renewOrEnd(runtime: Runtime, run: HeldRun, ttlSeconds: number): Promise<void> {
  if (await renewReservation(runtime, run, ttlSeconds)) return;
  await writeRuns(runtime, (context) => completeRun(context, run, budgetUsedUp, undefined), {
    runId: run.id,
  });
}
