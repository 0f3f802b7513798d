/** What an operator watches of wake-ups and runs: counted after the commit, or looked at. */
import { metricsOf, type Runtime } from '@muster/service-kit';
import { causedAt, type CarriedWake } from '../domain/run-context.ts';
import { hints, type Counted } from '../hints.ts';
import { schedulerMetrics } from '../metrics.ts';
import { lookAtLoad } from '../store/load.ts';

/** Gauges are looked at this often: a scrape comes less often than that. */
const LOOK_MS = 5_000;

export interface Measuring {
  stop(): void;
}

export function startMeasuring(runtime: Runtime): Measuring {
  const metrics = metricsOf(runtime.metrics, schedulerMetrics);
  const count = (what: Counted): void => {
    switch (what.kind) {
      case 'wakes':
        for (const source of what.sources) metrics.wakes.inc({ source, outcome: what.outcome });
        return;
      case 'skip': return metrics.skips.inc({ reason: what.reason });
      case 'run': return metrics.runsFinished.inc({ status: what.status });
      case 'lease': return metrics.leasesLost.inc();
      case 'loop': return metrics.loops.inc();
      default: return what satisfies never;
    }
  };
  hints.on('counted', count);
  const look = async (): Promise<void> => {
    const { queued, held, dueLagSeconds, startLagSeconds } = await lookAtLoad(runtime.db);
    metrics.runsLive.set({ state: 'queued' }, queued);
    metrics.runsLive.set({ state: 'held' }, held);
    metrics.dueLag.set(dueLagSeconds);
    metrics.startLag.set(startLagSeconds);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => runtime.log.warn({ err: error }, 'the load was not measured'));
  }, LOOK_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      hints.off('counted', count);
    },
  };
}

/** The agent is about to start: how long each of its wake-ups has waited for that. */
export function measureDelay(runtime: Runtime, wakes: readonly CarriedWake[]): void {
  const { wakeDelay } = metricsOf(runtime.metrics, schedulerMetrics);
  for (const wake of wakes) {
    const seconds = Math.max(0, Date.now() - causedAt(wake)) / 1_000;
    wakeDelay.observe({ source: wake.source }, seconds);
  }
}
