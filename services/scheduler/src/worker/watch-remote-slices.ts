/**
 * Called and remote runs that have used up their slice, according to their keep-alives. These do
 * not wait for billing: billing is asked after the answer, and the next keep-alive learns the
 * result. A request that is lost with this process is repeated after a later keep-alive. Runs that
 * remote agents have taken keep their reservation in the same way.
 */
import type { Runtime } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';
import type { LocalSignals } from '../local-signals.ts';
import { completeRun } from '../runs/complete-run.ts';
import { writeRuns } from '../runs/run-transaction.ts';
import { budgetUsedUp } from './ending-of-outcome.ts';
import { extendReservation, renewReservation } from './renew-reservation.ts';

export interface RemoteSliceWatch {
  /** Resolves when no request is in flight any more. */
  stop(): Promise<void>;
}

export function watchRemoteSlices(runtime: Runtime, signals: LocalSignals): RemoteSliceWatch {
  const inFlight = new Set<Promise<void>>();
  const follow = (request: Promise<void>): void => {
    const followed = request.finally(() => inFlight.delete(followed));
    inFlight.add(followed);
  };
  const check = (run: HeldRun, ttlSeconds: number): void =>
    follow(
      renewOrEnd(runtime, run, ttlSeconds).catch((error: unknown) =>
        runtime.log.error({ err: error, runId: run.id }, 'checking the slice of a run failed'),
      ),
    );
  const extend = (run: HeldRun, ttlSeconds: number): void =>
    follow(extendReservation(runtime, run, ttlSeconds));
  signals.on('sliceUsedUp', check);
  signals.on('taken', extend);
  return {
    async stop() {
      signals.off('sliceUsedUp', check);
      signals.off('taken', extend);
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
