/** Metrics of wake-ups and runs: counters after commits, gauges at regular times. */
import { metricsOf, type Runtime } from '@muster/service-kit';
import type { Counted, LocalSignals } from '../local-signals.ts';
import { schedulerMetrics } from '../metrics.ts';
import { measureLoad } from '../store/load.ts';

/** More often than metrics are scraped. */
const MEASURE_MS = 5_000;

export interface MetricsReport {
  stop(): void;
}

export function startReportingMetrics(runtime: Runtime, signals: LocalSignals): MetricsReport {
  const metrics = metricsOf(runtime.metrics, schedulerMetrics);
  const count = (occurrence: Counted): void => {
    switch (occurrence.kind) {
      case 'wakes':
        for (const source of occurrence.sources) {
          metrics.wakes.inc({ source, outcome: occurrence.outcome });
        }
        return;
      case 'skip':
        return metrics.skips.inc({ reason: occurrence.reason });
      case 'run':
        metrics.runsFinished.inc({ status: occurrence.status });
        if (occurrence.priceStatus) metrics.runPrices.inc({ status: occurrence.priceStatus });
        return;
      case 'lease':
        return metrics.leasesLost.inc();
      case 'loop':
        return metrics.loops.inc();
      default:
        return occurrence satisfies never;
    }
  };
  signals.on('counted', count);
  const measure = async (): Promise<void> => {
    const load = await measureLoad(runtime.db);
    const { queued, held, quotaHolds, dueLagSeconds, startLagSeconds } = load;
    metrics.runsLive.set({ state: 'queued' }, queued);
    metrics.runsLive.set({ state: 'held' }, held);
    metrics.quotaHolds.set(quotaHolds);
    metrics.dueLag.set(dueLagSeconds);
    metrics.startLag.set(startLagSeconds);
  };
  const timer = setInterval(() => {
    measure().catch((error: unknown) =>
      runtime.log.warn({ err: error }, 'measuring the load failed'),
    );
  }, MEASURE_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      signals.off('counted', count);
    },
  };
}
