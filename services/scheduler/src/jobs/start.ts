/** What runs beside requests: the queue, its worker, the leases, the sweep and the supervisor. */
import { openEgress, readAllowList } from '@muster/egress';
import { metricsOf, type Background, type Runtime } from '@muster/service-kit';
import { adaptersOf } from '../adapters/choose.ts';
import type { SchedulerConfig } from '../config.ts';
import { hints, type RunJob } from '../hints.ts';
import { schedulerMetrics } from '../metrics.ts';
import { advanceAllOffers } from '../store/run-sweep.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';
import { tracedJob } from './job-span.ts';
import { startMeasuring } from './measure.ts';
import { openLeases, type Leases } from './leases.ts';
import { openQueue } from './queue.ts';
import { startSweep } from './sweep.ts';
import { watchSlices } from './watch-slices.ts';
import { heartbeat, type WorkerParts } from './worker.ts';

export async function startJobs(runtime: Runtime): Promise<Background> {
  const config = runtime.config as SchedulerConfig;
  const schema = config.DB_SCHEMA ?? runtime.name;
  const { queueRefused } = metricsOf(runtime.metrics, schedulerMetrics);
  const queue = await openQueue({
    name: [config.NATS_NAMESPACE, schema, 'heartbeats'].filter(Boolean).join('-'),
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: `${schema}_queue`,
    concurrency: config.RUN_CONCURRENCY,
    log: runtime.log,
    onRefused: (outcome) => queueRefused.inc({ outcome }),
    onLost: () => {
      advanceAllOffers(runtime.db).catch((error: unknown) =>
        runtime.log.warn({ err: error }, 'runs are offered again only when their time comes'));
    },
  });
  const supervisor = openSupervisor();
  const egress = openEgress({ allow: readAllowList(config.MUSTER_EGRESS_ALLOW) });
  const leases = openLeases(runtime, config.LEASE_SECONDS);
  const offer = (job: RunJob): void => queue.offer(job);
  hints.on('queued', offer);
  const choose = adaptersOf(config, { supervisor, egress });
  const working = new Set<Promise<void>>();
  const take = taker({ runtime, config, leases, choose, chosen: new Set<string>() }, working);
  if (config.RUN_CONCURRENCY > 0) queue.work(take);
  await advanceAllOffers(runtime.db);
  const sweep = startSweep(runtime, queue, config.WAKE_SWEEP_MS);
  const slices = watchSlices(runtime);
  const measuring = startMeasuring(runtime);
  return {
    async drain() {
      await sweep.stop();
      await queue.stopTaking();
      await finishInTime(working, leases, config.DRAIN_SECONDS);
      await slices.stop();
      leases.close();
      measuring.stop();
      hints.off('queued', offer);
      await queue.close();
      supervisor.close();
      await egress.close();
    },
  };
}

/** Carries out what a job says. What is under way is in `working` until it is done. */
const taker = (parts: WorkerParts, working: Set<Promise<void>>) => (job: RunJob): Promise<void> => {
  const { runtime: { tracer, log } } = parts;
  const work = tracedJob(tracer, job, (traced) => heartbeat(parts, traced))
    .catch((error: unknown) => {
      // The run is still queued or its lease ends: either way a sweep takes it up.
      log.error({ err: error, runId: job.runId }, 'a run could not be carried out');
    })
    .finally(() => working.delete(work));
  working.add(work);
  return work;
};

/**
 * Agents get some time to finish; then they are stopped, and their runs are taken up elsewhere.
 */
async function finishInTime(
  working: ReadonlySet<Promise<void>>,
  leases: Leases,
  seconds: number,
): Promise<void> {
  const patience = setTimeout(() => leases.abortAll('draining'), seconds * 1_000);
  await Promise.allSettled(working);
  clearTimeout(patience);
}
