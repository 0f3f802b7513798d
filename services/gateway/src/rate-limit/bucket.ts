/**
 * A token bucket: it holds `burst` tokens, a request takes one, and `perSecond` are refilled. Pure:
 * the current time is an argument.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Bucket {
  readonly tokens: number;
  /** Time of `tokens` in milliseconds. */
  readonly at: number;
}

export const fullBucket = ({ burst }: Rate, now: number): Bucket => ({ tokens: burst, at: now });

export const refilled = (
  { tokens, at }: Bucket,
  { perSecond, burst }: Rate,
  now: number,
): Bucket => ({
  tokens: Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond),
  at: now,
});

/** Whole seconds until a token is available; at least 1, so that clients do not retry at once. */
export const secondsUntilOne = ({ tokens }: Bucket, { perSecond }: Rate): number =>
  Math.max(1, Math.ceil((1 - tokens) / perSecond));

export const secondsUntilFull = ({ tokens }: Bucket, { perSecond, burst }: Rate): number =>
  Math.ceil((burst - tokens) / perSecond);
