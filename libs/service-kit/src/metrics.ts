/** The registry of a process: what every service measures, and what it adds of its own. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { kitMetrics, type Measured } from './kit-metrics.ts';
import { openSpecs, type MetricSpecs, type OpenMetrics } from './metric-specs.ts';

/** How often the event loop is looked at: each look wakes the process, also when it is idle. */
export const LOOP_SAMPLE_MS = 1_000;

export type Metrics = ReturnType<typeof openMetrics>;

/** All of them exist from here on; `metricsOf` finds those of the service again. */
export function openMetrics(measured: Measured & { readonly metrics?: MetricSpecs }) {
  const registry = new Registry();
  registry.setDefaultLabels({ service: measured.contract.name });
  collectDefaultMetrics({
    register: registry, prefix: 'muster_', eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
  });
  openSpecs(registry, measured.metrics ?? {});
  return { registry, ...openSpecs(registry, kitMetrics(measured)) };
}

/** The metrics of a service's own table, for whoever sets them. */
export const metricsOf = <S extends MetricSpecs>(
  { registry }: Pick<Metrics, 'registry'>,
  specs: S,
): OpenMetrics<S> => openSpecs(registry, specs);
