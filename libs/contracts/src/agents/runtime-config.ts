/** When and where an agent is started. */
import { z } from 'zod';
import { Cron, TimeZone } from '../cron.ts';

export const CatchUp = z.enum(['none', 'one']);
export type CatchUp = z.output<typeof CatchUp>;

/** Optional, so that a schedule without them is an interval in UTC. */
const scheduleFields = {
  cron: Cron.nullable()
    .optional()
    .describe('Cron expression that replaces intervalSec, such as 0 8 * * MON-FRI.'),
  timeZone: TimeZone.optional().describe('IANA time zone of cron; UTC if absent.'),
  catchUp: CatchUp.optional().describe(
    'After an outage: one run for all missed times (one, the default), or none.',
  ),
  skipWhenIdle: z
    .boolean()
    .optional()
    .describe('Whether the timer skips the agent while it has no open issue and nothing unread.'),
};
/** What clients send as the interval of a timer that is off. */
const NO_INTERVAL = 0;
/** Shorter, an agent would start again before it has done anything. */
const INTERVAL_MIN_SECONDS = 10;
const INTERVAL_MAX_SECONDS = 2_678_400;
const INTERVAL_DEFAULT_SECONDS = 300;

const Interval = z.int().min(INTERVAL_MIN_SECONDS).max(INTERVAL_MAX_SECONDS);
const IntervalOrNone = z
  .int()
  .min(NO_INTERVAL, { abort: true })
  .max(INTERVAL_MAX_SECONDS)
  .refine((seconds) => seconds === NO_INTERVAL || seconds >= INTERVAL_MIN_SECONDS, {
    error: `Too small: expected number to be >=${INTERVAL_MIN_SECONDS}, or 0 while the timer is off`,
  });

export const heartbeatFields = {
  enabled: z.boolean(),
  intervalSec: IntervalOrNone,
  wakeOnDemand: z.boolean(),
  maxConcurrentRuns: z.literal(1),
  ...scheduleFields,
};
export const HeartbeatConfig = z.object({
  enabled: heartbeatFields.enabled.default(false).describe('Whether a timer starts the agent.'),
  intervalSec: IntervalOrNone.default(INTERVAL_DEFAULT_SECONDS).describe(
    'Seconds between two starts by the timer, at least 10; 0 only while it is off.',
  ),
  wakeOnDemand: heartbeatFields.wakeOnDemand
    .default(true)
    .describe('Whether assignments, mentions, comments and resolved approvals wake the agent.'),
  maxConcurrentRuns: heartbeatFields.maxConcurrentRuns.default(1),
  ...scheduleFields,
});

/** Whether a timer that is on has an interval. */
export const hasInterval = ({ heartbeat }: RuntimeConfig): boolean =>
  !heartbeat.enabled || heartbeat.intervalSec !== NO_INTERVAL;

export const believeUnmarkedLines = z
  .boolean()
  .describe(
    'Whether lines of output without SERVICE_RUN_NONCE report usage too, for a program that knows ' +
      'no nonce: every text that it prints can then book costs. Set by the board only.',
  );
/** Distinguishes runners by what they have; the operator gives them their labels. */
export const RunnerLabel = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/);
export const runner = RunnerLabel.describe(
  'Label of the runners on which the agent is started, such as one with a GPU, among those that the ' +
    'operator gave its company; absent: a runner without labels. For adapters that start a ' +
    'process. Set by the board only.',
);
export const RuntimeConfig = z.looseObject({
  heartbeat: HeartbeatConfig.prefault({}),
  believeUnmarkedLines: believeUnmarkedLines.optional(),
  runner: runner.optional(),
});
export type RuntimeConfig = z.output<typeof RuntimeConfig>;

/** For services, of which those of an earlier release refuse an interval of 0. */
export const TimedRuntimeConfig = RuntimeConfig.extend({
  heartbeat: HeartbeatConfig.extend({
    intervalSec: Interval.default(INTERVAL_DEFAULT_SECONDS),
  }).prefault({}),
});

/** For services: a timer that is off has the default interval where it has none. */
export const withInterval = (config: RuntimeConfig): RuntimeConfig =>
  config.heartbeat.intervalSec === NO_INTERVAL
    ? { ...config, heartbeat: { ...config.heartbeat, intervalSec: INTERVAL_DEFAULT_SECONDS } }
    : config;
