/** Share of its time in which a process at rest does anything. */
const REST_UTILIZATION_MAX = 0.05;
/**
 * Pauses between bursts of requests are shorter. A collection in such a pause would take the time of the
 * next burst, which also compiles anew what the collection has dropped.
 */
const REST_MIN_MS = 10_000;
/** Growth of the heap since the last compaction that makes another one worth its time. */
const GROWTH_MIN = 1.4;

export interface Memory {
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
