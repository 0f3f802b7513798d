/**
 * Buckets by key. Each replica decides by its own copy of a bucket, at once and without asking
 * anybody; where there is a Redis, what was taken is reported there in batches and the answer,
 * which knows what the other replicas have taken, replaces the copy. While Redis does not answer,
 * the copies go on as they are.
 */
import { fullBucket, refilled, type Bucket, type Rate } from './bucket.ts';

/** Takes from the bucket that all replicas share and says what it holds; nothing: no answer. */
export type TakeShared = (
  key: string,
  taken: number,
  rate: Rate,
) => Promise<number | undefined>;

/** Bound of memory; the key that was used longest ago goes first, and its bucket is full again. */
const KEYS_MAX = 10_000;
/** A report says at most this many, so that replicas cannot be far apart. */
const REPORT_MAX = 50;
/** A small bucket is reported more often. */
const REPORTS_A_BURST = 10;

interface Copy {
  bucket: Bucket;
  /** Taken and not reported. */
  unreported: number;
  reporting: boolean;
}

export interface Buckets {
  readonly rate: Rate;
  /** As it is now; nothing is taken. */
  look(key: string): Bucket;
  /** Takes one where there is one, and says what is left then. */
  take(key: string): { readonly taken: boolean; readonly bucket: Bucket };
}

export interface BucketsOptions {
  readonly name: string;
  readonly rate: Rate;
  readonly shared?: TakeShared | undefined;
  readonly now?: () => number;
}

export function openBuckets({
  name, rate, shared, now = Date.now,
}: BucketsOptions): Buckets {
  const copies = new Map<string, Copy>();
  const reportAt = Math.max(1, Math.min(REPORT_MAX, Math.floor(rate.burst / REPORTS_A_BURST)));

  const copyOf = (key: string): Copy => {
    const copy = copies.get(key) ?? {
      bucket: fullBucket(rate, now()), unreported: 0, reporting: false,
    };
    copies.delete(key);
    copies.set(key, copy);
    if (copies.size > KEYS_MAX) {
      for (const oldest of copies.keys()) {
        copies.delete(oldest);
        break;
      }
    }
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
    look: (key) => {
      const copy = copies.get(key);
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
