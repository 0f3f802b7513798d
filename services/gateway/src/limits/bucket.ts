/**
 * A bucket of tokens: it holds `burst` of them, one request takes one, and `perSecond` come back.
 * Pure: who asks says what time it is.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Bucket {
  readonly tokens: number;
  /** Milliseconds; when `tokens` was right. */
  readonly at: number;
}

export const fullBucket = ({ burst }: Rate, now: number): Bucket => ({ tokens: burst, at: now });

export const refilled = ({ tokens, at }: Bucket, { perSecond, burst }: Rate, now: number): Bucket =>
  ({ tokens: Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond), at: now });

/** Whole seconds until a request may come again; never 0, so that nobody hurries. */
export const secondsUntilOne = ({ tokens }: Bucket, { perSecond }: Rate): number =>
  Math.max(1, Math.ceil((1 - tokens) / perSecond));

export const secondsUntilFull = ({ tokens }: Bucket, { perSecond, burst }: Rate): number =>
  Math.ceil((burst - tokens) / perSecond);
