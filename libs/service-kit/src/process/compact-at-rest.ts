/**
 * Gives memory back once a process rests. V8 keeps the pages that a start or a burst of requests has
 * filled, and its own reduction waits for a process without timers, which a service never is. Only a
 * process that was started with `--expose-gc` does this: a collection takes some 40 ms, and where memory
 * is reserved for each process there is nothing to gain.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isCompactionDue, restAfter } from './compaction.ts';

/** Long enough that a request by chance does not count as load, short enough to see the end of a burst. */
const LOOK_EVERY_MS = 2_500;

/** Returns how to end it. It never keeps the process alive. */
export function compactAtRest(): () => void {
  const { gc } = globalThis;
  if (gc === undefined) return () => undefined;
  let since = performance.eventLoopUtilization();
  let restMs = 0;
  let compactBytes = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, since);
    since = now;
    restMs = restAfter(restMs, utilization, LOOK_EVERY_MS);
    if (!isCompactionDue({ restMs, heapBytes: heapBytes(), compactBytes })) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    compactBytes = heapBytes();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const heapBytes = (): number => getHeapStatistics().total_physical_size;
