/**
 * Limits the requests of a caller, and of all agents of a company together. All credentials of a
 * caller share one bucket. It runs for every request, so it decides from this replica's buckets
 * without I/O.
 */
import { Refusal, type Actor } from '@muster/contracts';
import { secondsUntilFull, secondsUntilOne, type Bucket, type Rate } from './bucket.ts';
import { openBuckets, type Buckets, type BucketsOptions } from './buckets.ts';

export interface RateLimitOptions extends Pick<BucketsOptions, 'shared' | 'now'> {
  /** A rate of 0 disables the limit. */
  readonly caller: Rate;
  readonly company: Rate;
}

export interface RateLimitDecision {
  /** `RateLimit` headers of the IETF HTTP working group's draft. */
  readonly headers: Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;
  readonly refusal?: Refusal;
}

/** Undefined if no limit applies. */
export type RateLimit = (actor: Actor) => RateLimitDecision | undefined;

export function openRateLimit({ caller, company, ...rest }: RateLimitOptions): RateLimit {
  const open = (name: string, rate: Rate): Buckets | undefined =>
    rate.perSecond > 0 ? openBuckets({ name, rate, ...rest }) : undefined;
  const callerBuckets = open('caller', caller);
  const companyBuckets = open('company', company);
  return (actor) => {
    if (actor.type !== 'agent' && actor.type !== 'user') return undefined;
    const own = callerBuckets && takeToken('caller', callerBuckets, actor.id);
    // A refused request takes no token from the company's bucket.
    if (own?.refusal || !companyBuckets || actor.type !== 'agent') return own;
    const shared = takeToken('company', companyBuckets, actor.companyId);
    return shared.refusal ? shared : (own ?? shared);
  };
}

function takeToken(scope: string, buckets: Buckets, key: string): RateLimitDecision {
  const { rate } = buckets;
  const { taken, bucket } = buckets.take(key);
  const headers = headersOf(scope, bucket, rate);
  if (taken) return { headers };
  const retryAfterSeconds = secondsUntilOne(bucket, rate);
  return { headers, refusal: new Refusal('rate_limited', { scope, retryAfterSeconds }) };
}

const headersOf = (scope: string, bucket: Bucket, rate: Rate): RateLimitDecision['headers'] => ({
  'ratelimit-policy': `"${scope}";q=${rate.burst};w=${Math.max(1, Math.ceil(rate.burst / rate.perSecond))}`,
  ratelimit: `"${scope}";r=${Math.max(0, Math.floor(bucket.tokens))};t=${secondsUntilFull(bucket, rate)}`,
});
