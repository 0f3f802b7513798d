/** The metrics of a process: those of the kit, and the service's own. */
import { openCompanyUsage } from './company-usage.ts';
import { openExemplars } from './exemplars.ts';
import { kitMetrics, type Measured } from './kit-metrics.ts';
import { openSpecs, type MetricSpecs, type OpenMetrics } from './metric-specs.ts';
import { openRegistry } from './registry.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** Creates all metrics; `metricsOf` returns the service's own. */
export function openMetrics(
  measured: Measured & { readonly metrics?: MetricSpecs },
  { COMPANY_METRICS: ofCompanies = false }: { readonly COMPANY_METRICS?: boolean } = {},
) {
  const registry = openRegistry(measured.contract.name);
  openSpecs(registry, measured.metrics ?? {});
  const opened = openSpecs(registry, kitMetrics(measured));
  return {
    registry,
    exemplars: openExemplars(),
    ...opened,
    /** Absent unless it is configured: then nothing is counted. */
    companies: ofCompanies ? openCompanyUsage(opened.companyUsage) : undefined,
  };
}

/** The metrics of a service's own table, to be set. */
export const metricsOf = <S extends MetricSpecs>(
  { registry }: Pick<Metrics, 'registry'>,
  specs: S,
): OpenMetrics<S> => openSpecs(registry, specs);
