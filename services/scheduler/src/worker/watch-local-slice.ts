/**
 * A local run that has used up its slice continues only while billing answers: billing stops runs
 * when a budget is exhausted, and cannot do so while it is unavailable. So a run spends at most its
 * slice and what it uses until billing has failed to answer.
 */
import type { Run, Usage } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { isSliceUsedUp, RENEW_EVERY_SECONDS } from '../domain/slice.ts';
import { renewReservation } from './renew-reservation.ts';

export interface SliceWatch {
  readonly runtime: Runtime;
  readonly run: Run;
  /** 0 is no limit. */
  readonly sliceCents: number;
  readonly ttlSeconds: number;
  /** Called when the run must not continue. */
  readonly onExhausted: () => void;
}

/** Returns the listener for the usage of the run so far. */
export function watchLocalSlice({
  sliceCents,
  ttlSeconds,
  runtime,
  run,
  onExhausted,
}: SliceWatch): (usage: Usage) => void {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = false;
  const renew = async (): Promise<void> => {
    if (!(await renewReservation(runtime, run, ttlSeconds))) onExhausted();
  };
  return (usage) => {
    if (!isSliceUsedUp(sliceCents, usage)) return;
    if (asking || performance.now() - askedAt < RENEW_EVERY_SECONDS * 1_000) return;
    asking = true;
    askedAt = performance.now();
    renew()
      .catch((error: unknown) =>
        runtime.log.error({ err: error, runId: run.id }, 'checking the slice of a run failed'),
      )
      .finally(() => {
        asking = false;
      });
  };
}
