/** The environment variables of the program that exports NATS's metrics. It has no secret. */
import { z } from 'zod';

export const natsMetricsConfig = z.object({
  NATS_MONITOR_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8222')
    .describe('The monitoring port of one NATS server, whose metrics are exported.'),
  OPS_HOST: z.string().default('127.0.0.1').describe('Address that the ops server listens on.'),
  OPS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe('Port of /livez, /readyz and /metrics; 0 takes a free one.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
});
export type NatsMetricsConfig = z.output<typeof natsMetricsConfig>;
