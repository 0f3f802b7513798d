/**
 * How many requests a caller may make, and how many all agents of a company together. The caller is
 * who stands behind the credential: a second key gives nobody a second bucket. Asked with every
 * request, so it decides by what this replica knows.
 */
import { Refusal, type Actor } from '@muster/contracts';
import { secondsUntilFull, secondsUntilOne, type Bucket, type Rate } from './bucket.ts';
import { openBuckets, type Buckets, type BucketsOptions } from './buckets.ts';

export interface RateLimitOptions extends Pick<BucketsOptions, 'shared' | 'now'> {
  /** A rate of 0 is no limit. */
  readonly caller: Rate;
  readonly company: Rate;
}

export interface Judgement {
  /** What every answer says of the limit, in the fields of the HTTP working group's draft. */
  readonly headers: Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;
  readonly refusal?: Refusal;
}

/** Nothing where no limit applies. */
export type RateLimit = (actor: Actor) => Judgement | undefined;

export function openRateLimit({ caller, company, ...rest }: RateLimitOptions): RateLimit {
  const open = (name: string, rate: Rate): Buckets | undefined =>
    rate.perSecond > 0 ? openBuckets({ name, rate, ...rest }) : undefined;
  const ofCaller = open('caller', caller);
  const ofCompany = open('company', company);
  return (actor) => {
    if (actor.type !== 'agent' && actor.type !== 'user') return undefined;
    const own = ofCaller && judge('caller', ofCaller, actor.id);
    // What is refused already takes nothing from the others of the company.
    if (own?.refusal || !ofCompany || actor.type !== 'agent') return own;
    const common = judge('company', ofCompany, actor.companyId);
    return common.refusal ? common : own ?? common;
  };
}

function judge(scope: string, buckets: Buckets, key: string): Judgement {
  const { rate } = buckets;
  const { taken, bucket } = buckets.take(key);
  const headers = headersOf(scope, bucket, rate);
  if (taken) return { headers };
  const retryAfterSeconds = secondsUntilOne(bucket, rate);
  return { headers, refusal: new Refusal('rate_limited', { scope, retryAfterSeconds }) };
}

const headersOf = (scope: string, bucket: Bucket, rate: Rate): Judgement['headers'] => ({
  'ratelimit-policy':
    `"${scope}";q=${rate.burst};w=${Math.max(1, Math.ceil(rate.burst / rate.perSecond))}`,
  ratelimit:
    `"${scope}";r=${Math.max(0, Math.floor(bucket.tokens))};t=${secondsUntilFull(bucket, rate)}`,
});
