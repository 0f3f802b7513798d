/**
 * Failed authentications per address: a bucket of tries that fills again with time. It protects the
 * database from somebody who tries credentials, so it counts failures only.
 */
const FAILURES_MAX = 50;
/** In this time an empty bucket is full again. */
const REFILL_MS = 10_000;
/** Bound of memory; the address that failed longest ago goes first. */
const ADDRESSES_MAX = 10_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

export interface FailureLimit {
  exhausted(address: string): boolean;
  failed(address: string): void;
}

export function openFailureLimit(now: () => number = Date.now): FailureLimit {
  const buckets = new Map<string, Bucket>();
  const leftOf = (address: string): number => {
    const bucket = buckets.get(address);
    if (!bucket) return FAILURES_MAX;
    const refilled = ((now() - bucket.at) / REFILL_MS) * FAILURES_MAX;
    return Math.min(FAILURES_MAX, bucket.left + refilled);
  };
  return {
    exhausted: (address) => leftOf(address) < 1,
    failed(address) {
      const left = Math.max(0, leftOf(address) - 1);
      buckets.delete(address);
      buckets.set(address, { left, at: now() });
      if (buckets.size <= ADDRESSES_MAX) return;
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest);
        return;
      }
    },
  };
}
