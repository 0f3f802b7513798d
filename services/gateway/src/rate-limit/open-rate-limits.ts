/** Opens the rate limits of a gateway, shared with its other replicas if Redis is configured. */
import { redisConnectionOf, type Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../config.ts';
import type { TakeShared } from './buckets.ts';
import { openRateLimit, type RateLimit } from './rate-limit.ts';
import { openSharedBuckets } from './shared-buckets.ts';

export interface RateLimits {
  readonly rate: RateLimit;
  readonly shared: TakeShared | undefined;
  close(): void;
}

export function openRateLimits({ config, log }: Runtime, settings: GatewayConfig): RateLimits {
  const redis = redisConnectionOf(settings);
  // Installations that share a Redis are separated by their NATS namespace.
  const prefix = `muster:${config.NATS_NAMESPACE}:limit:`;
  const buckets = redis === undefined ? undefined : openSharedBuckets(redis, prefix, log);
  const shared = buckets?.take;
  return {
    rate: openRateLimit({
      caller: { perSecond: settings.RATE_LIMIT_PER_SECOND, burst: settings.RATE_LIMIT_BURST },
      company: {
        perSecond: settings.COMPANY_RATE_LIMIT_PER_SECOND,
        burst: settings.COMPANY_RATE_LIMIT_BURST,
      },
      shared,
    }),
    shared,
    close: () => buckets?.close(),
  };
}
