/** Runs a task periodically and on demand, one run at a time. */
export interface PeriodicTaskOptions {
  /** From the end of a run to the next one. */
  readonly periodMs: number;
  /** Until the first run; at once unless given. */
  readonly firstMs?: number;
  /** Ends early when the signal aborts. */
  readonly run: (stopping: AbortSignal) => Promise<void>;
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
  const runNow = (): void => {
    again = true;
    if (running || signal.aborted) return;
    clearTimeout(timer);
    running = (async () => {
      while (again && !signal.aborted) {
        again = false;
        await run(signal).catch(failed);
      }
    })().finally(() => {
      running = undefined;
      runIn(periodMs);
    });
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
