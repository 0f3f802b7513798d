/** Runs one batch after the other, each when it is due. */

export interface BatchLoop {
  /** Something may be due earlier than before. */
  schedule(): void;
}

export interface BatchLoopOptions<Taken> {
  /** When the next batch is due, after one that began at this time; undefined while nothing waits. */
  readonly nextAt: (begunAt: number) => number | undefined;
  readonly take: () => readonly Taken[];
  /** Never rejects. */
  readonly run: (taken: readonly Taken[]) => Promise<void>;
  /** A batch has ended, and the next one is scheduled. */
  readonly ended: () => void;
}

export function openBatchLoop<Taken>(options: BatchLoopOptions<Taken>): BatchLoop {
  let begunAt = -Infinity;
  let isRunning = false;
  let due: { readonly at: number; readonly cancel: () => void } | undefined;
  const schedule = (): void => {
    if (isRunning) return;
    const at = options.nextAt(begunAt);
    if (at === undefined || (due && due.at <= at)) return;
    due?.cancel();
    due = { at, cancel: callAt(at, begin) };
  };
  const begin = (): void => {
    due = undefined;
    const taken = options.take();
    if (taken.length === 0) return schedule();
    begunAt = performance.now();
    isRunning = true;
    void options.run(taken).finally(() => {
      isRunning = false;
      schedule();
      options.ended();
    });
  };
  return { schedule };
}

/** Calls it at this time, or once the messages that have arrived with this one are read. */
function callAt(at: number, call: () => void): () => void {
  const earlyMs = at - performance.now();
  if (earlyMs > 0) {
    const timer = setTimeout(call, Math.ceil(earlyMs));
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(call);
  return () => clearImmediate(immediate);
}
