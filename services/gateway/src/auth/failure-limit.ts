/**
 * Failed authentications per address: a bucket of tries that fills again with time. It protects the
 * database from somebody who tries credentials, so it counts failures only.
 */
import { openBuckets, type TakeShared } from '../limits/buckets.ts';

/** In this time an empty bucket is full again. */
const REFILL_SECONDS = 10;

export interface FailureLimit {
  exhausted(address: string): boolean;
  failed(address: string): void;
}

export function openFailureLimit(burst: number, shared?: TakeShared): FailureLimit {
  const rate = { perSecond: burst / REFILL_SECONDS, burst };
  const buckets = openBuckets({ name: 'failures', rate, shared });
  return {
    exhausted: (address) => buckets.look(address).tokens < 1,
    failed: (address) => void buckets.take(address),
  };
}
