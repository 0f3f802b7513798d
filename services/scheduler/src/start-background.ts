/**
 * Starts the background work of the scheduler: queue, runners, worker, leases, sweep, metrics.
 * This is the only file that knows all of these parts; they get each other as arguments.
 */
import { egressOptionsOf, openEgress } from '@muster/egress';
import type { Background, Runtime } from '@muster/service-kit';
import { openAdapters } from './adapters/choose-adapter.ts';
import { schedulerConfigOf } from './config.ts';
import { openInspector } from './inspection/inspector.ts';
import type { SchedulerParts } from './local-signals.ts';
import { tracedJob } from './queue/job-span.ts';
import { openRunQueue } from './queue/open-run-queue.ts';
import type { RunJob } from './run-job.ts';
import { openRunners } from './runners/runners.ts';
import { advanceAllOffers } from './store/runs/run-sweep.ts';
import { startReportingMetrics } from './sweep/report-metrics.ts';
import { startSweep } from './sweep/sweep.ts';
import { openAdoptions } from './worker/adopt-runs.ts';
import { openLeases, type Leases } from './worker/leases.ts';
import { runHeartbeat } from './worker/run-heartbeat.ts';
import { watchRemoteSlices } from './worker/watch-remote-slices.ts';
import { openWorkerParts } from './worker/open-worker-parts.ts';
import type { WorkerParts } from './worker/worker-parts.ts';

export async function startBackground(
  runtime: Runtime,
  { signals, inspector }: SchedulerParts,
): Promise<Background> {
  const config = schedulerConfigOf(runtime);
  const runners = openRunners(runtime, config.MUSTER_RUNNERS);
  const queue = await openRunQueue(runtime, config, () => advanceAllOffers(runtime.db));
  const egress = openEgress(egressOptionsOf(config));
  const leases = openLeases(runtime, signals, config.LEASE_SECONDS);
  const offer = (job: RunJob): void => queue.offer(job);
  const offerAgain = (job: RunJob): void => void queue.offerAgain(job);
  signals.on('queued', offer);
  signals.on('wanted', offerAgain);
  const chooseAdapter = openAdapters(config, egress);
  inspector.resolve(openInspector({ runtime, config, runners, chooseAdapter, egress }));
  const running = new Set<Promise<void>>();
  const parts = openWorkerParts({ runtime, config, leases, signals, runners, chooseAdapter });
  if (config.RUN_CONCURRENCY > 0) queue.work(jobHandler(parts, running));
  await advanceAllOffers(runtime.db);
  const adoptRuns = openAdoptions(parts, running);
  const sweep = startSweep({ runtime, signals, queue, runners, adoptRuns }, config.WAKE_SWEEP_MS);
  parts.places.onFreed = sweep.runNow;
  const slices = watchRemoteSlices(runtime, signals);
  const metricsReport = startReportingMetrics(runtime, signals);
  return {
    async drain() {
      await sweep.drain();
      await queue.stopTaking();
      await drainRuns(running, leases, config.DRAIN_SECONDS);
      await slices.stop();
      leases.close();
      metricsReport.stop();
      signals.off('queued', offer);
      signals.off('wanted', offerAgain);
      await queue.close();
      await runners.close();
      await egress.close();
    },
  };
}

/** Executes jobs; those under way are in `running` until they have ended. */
const jobHandler =
  (parts: WorkerParts, running: Set<Promise<void>>) =>
  (job: RunJob): Promise<void> => {
    const {
      runtime: { tracer, log },
    } = parts;
    const work = tracedJob(tracer, job, (traced) => runHeartbeat(parts, traced))
      .catch((error: unknown) => {
        // The run is still queued, or its lease will expire: a sweep retries it either way.
        log.error({ err: error, runId: job.runId }, 'run failed in the worker');
      })
      .finally(() => running.delete(work));
    running.add(work);
    return work;
  };

/**
 * Runs on runners are handed over at once: another process follows them, and their agents notice
 * nothing. Agents that are being called get some time to answer; then the call is given up.
 */
async function drainRuns(
  running: ReadonlySet<Promise<void>>,
  leases: Leases,
  seconds: number,
): Promise<void> {
  leases.handOver();
  const timer = setTimeout(() => leases.abortAll('draining'), seconds * 1_000);
  await Promise.allSettled(running);
  clearTimeout(timer);
}
