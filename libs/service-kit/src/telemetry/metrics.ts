/** The metrics of a process: those of the kit, and the service's own. */
import { openExemplars } from './exemplars.ts';
import { kitMetrics, type Measured } from './kit-metrics.ts';
import { openSpecs, type MetricSpecs, type OpenMetrics } from './metric-specs.ts';
import { openRegistry } from './registry.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** Creates all metrics; `metricsOf` returns the service's own. */
export function openMetrics(measured: Measured & { readonly metrics?: MetricSpecs }) {
  const registry = openRegistry(measured.contract.name);
  openSpecs(registry, measured.metrics ?? {});
  return { registry, exemplars: openExemplars(), ...openSpecs(registry, kitMetrics(measured)) };
}

/** The metrics of a service's own table, to be set. */
export const metricsOf = <S extends MetricSpecs>(
  { registry }: Pick<Metrics, 'registry'>,
  specs: S,
): OpenMetrics<S> => openSpecs(registry, specs);
