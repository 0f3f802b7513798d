/**
 * Failed authentications per address: a bucket of tries that fills again with time. It protects the
 * database from somebody who tries credentials, so it counts failures only.
 */
import { openBuckets, type TakeShared } from '../limits/buckets.ts';

/** An empty bucket is full again in ten seconds. */
const TRIES = { perSecond: 5, burst: 50 };

export interface FailureLimit {
  exhausted(address: string): boolean;
  failed(address: string): void;
}

export function openFailureLimit(shared?: TakeShared): FailureLimit {
  const buckets = openBuckets({ name: 'failures', rate: TRIES, shared });
  return {
    exhausted: (address) => buckets.look(address).tokens < 1,
    failed: (address) => void buckets.take(address),
  };
}
