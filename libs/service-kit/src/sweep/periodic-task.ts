/** Runs a task periodically and on demand, one run at a time. */
import { detached } from '../telemetry/span.ts';

export interface PeriodicTaskOptions {
  /** From the end of a run to the next one. */
  readonly periodMs: number;
  /** Until the first run; at once unless given. */
  readonly firstMs?: number;
  /** Ends early when the signal aborts. May return the milliseconds until the next run, instead of the period. */
  readonly run: (stopping: AbortSignal) => Promise<number | void>;
  readonly failed: (error: unknown) => void;
}

export interface PeriodicTask {
  /** Runs at once, or again after the run in progress. */
  runNow(): void;
  /** Waits for the run in progress. */
  drain(): Promise<void>;
}

export function startPeriodicTask({
  periodMs,
  firstMs = 0,
  run,
  failed,
}: PeriodicTaskOptions): PeriodicTask {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    let nextMs = periodMs;
    while (again && !signal.aborted) {
      again = false;
      // Whoever asks for a run does not wait for it, so it is no part of the span in which it was asked for.
      nextMs = (await detached(() => run(signal)).catch(failed)) ?? periodMs;
    }
    running = undefined;
    runIn(nextMs);
  };
  const runNow = (): void => {
    again = true;
    if (running || signal.aborted) return;
    clearTimeout(timer);
    running = runAll();
  };
  const runIn = (ms: number): void => {
    if (!signal.aborted) timer = setTimeout(runNow, ms).unref();
  };
  if (firstMs > 0) runIn(firstMs);
  else runNow();
  return {
    runNow,
    async drain() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
