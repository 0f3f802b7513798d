/** Runs a task periodically and on demand, one run at a time. */
export interface PeriodicTaskOptions {
  readonly periodMs: number;
  readonly run: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export interface PeriodicTask {
  /** Runs at once, or again after the run in progress. */
  runNow(): void;
  /** Waits for the run in progress. */
  close(): Promise<void>;
}

export function startPeriodicTask({ periodMs, run, failed }: PeriodicTaskOptions): PeriodicTask {
  let again = false;
  let running: Promise<void> | undefined;
  let closed = false;
  const runNow = (): void => {
    again = true;
    running ??= (async () => {
      while (again && !closed) {
        again = false;
        await run().catch(failed);
      }
    })().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(runNow, periodMs);
  timer.unref();
  runNow();
  return {
    runNow,
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
