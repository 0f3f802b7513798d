/** What the runner counts, and what it logs about its runs. */
import {
  openRegistry as openMetricRegistry,
  openSpecs,
  VERSION,
  type Logger,
  type OpenMetrics,
} from '@muster/service-kit/program';
import type { AgentKey } from './isolation/isolation.ts';
import { runnerMetrics } from './metrics.ts';
import type { RunnerEvents } from './runs/events.ts';
import type { Registry } from './runs/registry.ts';

export interface Measures {
  readonly metrics: OpenMetrics<typeof runnerMetrics>;
  readonly registry: ReturnType<typeof openMetricRegistry>;
  readonly events: RunnerEvents;
  readonly onEndFailure: (error: unknown, agent: AgentKey) => void;
}

export function openMeasures(log: Logger): Measures {
  const registry = openMetricRegistry('runner');
  const metrics = openSpecs(registry, runnerMetrics);
  metrics.build.set({ version: VERSION }, 1);
  return {
    metrics,
    registry,
    events: {
      launch: (outcome) => metrics.launches.inc({ outcome }),
      inspection: (outcome) => metrics.inspections.inc({ outcome }),
      adoption: (outcome) => metrics.adoptions.inc({ outcome }),
      output: (bytes) => metrics.outputBytes.inc(bytes),
      expired({ runId, agent }) {
        metrics.leasesExpired.inc();
        log.warn({ runId, ...agent }, 'lease not renewed: the program is ended');
      },
      refused: () => metrics.refusedMessages.inc(),
    },
    onEndFailure(error, agent) {
      metrics.endFailures.inc();
      log.error({ err: error, ...agent }, 'processes of an agent could not be ended');
    },
  };
}

/** Gauges are read from the runs when they are asked for. */
export function measureRuns({ runs, buffer }: Measures['metrics'], registry: Registry): void {
  Object.assign(runs, {
    collect: () => {
      for (const state of runnerMetrics.runs.labels.state)
        runs.set({ state }, registry.count(state));
    },
  });
  Object.assign(buffer, { collect: () => buffer.set(registry.bufferBytes()) });
}
