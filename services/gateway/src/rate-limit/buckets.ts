/**
 * Token buckets by key. Each replica decides by its own copy of a bucket, without I/O. With Redis,
 * taken tokens are reported there in batches, and the answer, which includes what other replicas
 * took, replaces the copy. While Redis does not answer, the copies are used as they are.
 */
import { LRUCache } from 'lru-cache';
import { fullBucket, refilled, type Bucket, type Rate } from './bucket.ts';

/** Takes tokens from the shared bucket and returns what it holds; undefined without an answer. */
export type TakeShared = (key: string, taken: number, rate: Rate) => Promise<number | undefined>;

/** Bounds the memory; an evicted bucket is full again. */
const KEYS_MAX = 10_000;
/** Tokens in one report at most, which bounds how far replicas can diverge. */
const REPORT_MAX = 50;
/** Small buckets are reported more often. */
const REPORTS_PER_BURST = 10;

interface Copy {
  bucket: Bucket;
  /** Tokens taken and not reported yet. */
  unreported: number;
  reporting: boolean;
}

export interface Buckets {
  readonly rate: Rate;
  /** The present bucket; takes nothing. */
  peek(key: string): Bucket;
  /** Takes a token if there is one, and returns the bucket after that. */
  take(key: string): { readonly taken: boolean; readonly bucket: Bucket };
}

export interface BucketsOptions {
  readonly name: string;
  readonly rate: Rate;
  readonly shared?: TakeShared | undefined;
  readonly now?: () => number;
}

export function openBuckets({ name, rate, shared, now = Date.now }: BucketsOptions): Buckets {
  const copies = new LRUCache<string, Copy>({ max: KEYS_MAX });
  const reportAt = Math.max(1, Math.min(REPORT_MAX, Math.floor(rate.burst / REPORTS_PER_BURST)));

  const copyOf = (key: string): Copy => {
    const known = copies.get(key);
    if (known) return known;
    const copy = { bucket: fullBucket(rate, now()), unreported: 0, reporting: false };
    copies.set(key, copy);
    return copy;
  };
  const report = async (take: TakeShared, key: string, copy: Copy): Promise<void> => {
    const reported = copy.unreported;
    copy.unreported = 0;
    copy.reporting = true;
    const left = await take(`${name}:${key}`, reported, rate);
    copy.reporting = false;
    if (left !== undefined) copy.bucket = { tokens: left - copy.unreported, at: now() };
  };
  return {
    rate,
    peek: (key) => {
      const copy = copies.peek(key);
      return copy ? refilled(copy.bucket, rate, now()) : fullBucket(rate, now());
    },
    take(key) {
      const copy = copyOf(key);
      const bucket = refilled(copy.bucket, rate, now());
      const taken = bucket.tokens >= 1;
      copy.bucket = taken ? { ...bucket, tokens: bucket.tokens - 1 } : bucket;
      if (taken) copy.unreported += 1;
      if (shared && !copy.reporting && copy.unreported >= reportAt) void report(shared, key, copy);
      return { taken, bucket: copy.bucket };
    },
  };
}
