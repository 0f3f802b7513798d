/** The metrics of a process: those of the kit, and the service's own. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { kitMetrics, type Measured } from './kit-metrics.ts';
import { openSpecs, type MetricSpecs, type OpenMetrics } from './metric-specs.ts';

/** Interval of event loop samples: each one wakes the process, even an idle one. */
export const LOOP_SAMPLE_MS = 1_000;

export type Metrics = ReturnType<typeof openMetrics>;

/** Creates all metrics; `metricsOf` returns the service's own. */
export function openMetrics(measured: Measured & { readonly metrics?: MetricSpecs }) {
  const registry = openRegistry(measured.contract.name);
  openSpecs(registry, measured.metrics ?? {});
  return { registry, ...openSpecs(registry, kitMetrics(measured)) };
}

/** A registry with the metrics of the process, for a service or a program that is none. */
export function openRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({
    register: registry,
    prefix: 'muster_',
    eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
  });
  return registry;
}

/** The metrics of a service's own table, to be set. */
export const metricsOf = <S extends MetricSpecs>(
  { registry }: Pick<Metrics, 'registry'>,
  specs: S,
): OpenMetrics<S> => openSpecs(registry, specs);
