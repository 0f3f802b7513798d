/** Share of its time in which a process at rest does anything. */
const REST_UTILIZATION_MAX = 0.05;
/** Growth of the heap since the last compaction that makes another one worth its time. */
const GROWTH_MIN = 1.4;

export interface Memory {
  /** Share of the time since the last look in which the event loop was busy. */
  readonly utilization: number;
  /** Memory of the heap now. */
  readonly heapBytes: number;
  /** The same after the last compaction; 0 before the first. */
  readonly compactBytes: number;
}

export const isCompactionDue = ({ utilization, heapBytes, compactBytes }: Memory): boolean =>
  utilization <= REST_UTILIZATION_MAX && heapBytes > compactBytes * GROWTH_MIN;
