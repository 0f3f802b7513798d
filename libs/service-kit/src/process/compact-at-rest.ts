/**
 * Gives memory back once a process rests. V8 keeps the pages that a start or a burst of requests has
 * filled, and its own reduction waits for a process without timers, which a service never is. Only a
 * process that was started with `--expose-gc` does this: a collection takes some 40 ms, and where memory
 * is reserved for each process there is nothing to gain.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Long enough that a request by chance does not count as load, short enough to see the end of a burst. */
const LOOK_EVERY_MS = 2_500;

/** Share of its time in which a process at rest does anything. */
const REST_UTILIZATION_MAX = 0.05;
/**
 * Pauses between bursts of requests are shorter. A collection in such a pause would take the time of the
 * next burst, which also compiles anew what the collection has dropped.
 */
const REST_MIN_MS = 10_000;
/** Growth of the heap since the last compaction that makes another one worth its time. */
const GROWTH_MIN = 1.4;

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
    if (!isCompactionDue({ restMs, heapBytes: bytesOfHeap(), compactBytes })) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    compactBytes = bytesOfHeap();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const bytesOfHeap = (): number => getHeapStatistics().total_physical_size;

interface Memory {
  /** How long the process has been at rest. */
  readonly restMs: number;
  /** Memory of the heap now. */
  readonly heapBytes: number;
  /** The same after the last compaction; 0 before the first. */
  readonly compactBytes: number;
}

/** How long the process is at rest after a look, by the share of the time since the last one that it was busy. */
export const restAfter = (restMs: number, utilization: number, sinceLastMs: number): number =>
  utilization <= REST_UTILIZATION_MAX ? restMs + sinceLastMs : 0;

export const isCompactionDue = ({ restMs, heapBytes, compactBytes }: Memory): boolean =>
  restMs >= REST_MIN_MS && heapBytes > compactBytes * GROWTH_MIN;
