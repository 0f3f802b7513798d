/** The queue of the service: its name and addresses, and what is counted and made good of it. */
import { metricsOf, redisConnectionOf, type Runtime } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import { schedulerMetrics } from '../metrics.ts';
import { openQueue, type RunQueue } from './queue.ts';

/** `advanceOffers`: has runs offered again that the queue has lost. */
export function openRunQueue(
  runtime: Runtime,
  config: SchedulerConfig,
  advanceOffers: () => Promise<unknown>,
): Promise<RunQueue> {
  const schema = config.DB_SCHEMA ?? runtime.name;
  const { queueRefused } = metricsOf(runtime.metrics, schedulerMetrics);
  return openQueue({
    name: [config.NATS_NAMESPACE, schema, 'heartbeats'].filter(Boolean).join('-'),
    redis: redisConnectionOf(config),
    databaseUrl: config.DATABASE_URL,
    schema: `${schema}_queue`,
    concurrency: config.RUN_CONCURRENCY,
    log: runtime.log,
    onRefused: (outcome) => queueRefused.inc({ outcome }),
    onLost: () => {
      advanceOffers().catch((error: unknown) =>
        runtime.log.warn({ err: error }, 'advancing offers after a loss of the queue failed'),
      );
    },
  });
}
