import { kitMetrics, metricLabels, type MetricSpec, type MetricSpecs } from '@muster/service-kit';
import { code, codes, page, table } from './markdown.ts';
import type { Material } from './material.ts';

/** More values than these are not listed: they are in the code, and in what a process exports. */
const LISTED_MAX = 10;

/** Every metric that the services export, from the tables that make them. */
export function renderMetrics({ services }: Material): string {
  const everywhere = services[0] ? kitMetrics(services[0]) : {};
  const own = services.flatMap(({ contract, metrics }) =>
    metrics ? [`## ${contract.name}\n\n${metricsTable(metrics, true)}`] : []);
  const labels = Object.entries(metricLabels).map(([name, is]) => [code(name), is]);
  return page(
    '# Metrics',
    intro,
    `## Every service\n\n${metricsTable(everywhere, false)}`,
    ...own,
    `## The process\n\n${processes}`,
    `## Labels\n\n${labelRules}\n\n${table(['label', 'what stands in it'], labels)}`,
  );
}

/** Names of all metrics that are on the page one by one. */
export const namesIn = ({ services }: Material): string[] =>
  services.flatMap((service) =>
    Object.values<MetricSpec>({ ...kitMetrics(service), ...service.metrics })
      .map(({ name }) => name));

export const labelNames = Object.keys(metricLabels);

const intro = `Each process exports these at \`/metrics\` of its ops port, in the form of
Prometheus. Where the values of all labels are known beforehand, the series are there at 0 from the
start: a query that finds nothing asks for something that is not measured. Dashboards and alerts are
in [deploy/monitoring](../../deploy/monitoring), what to do about an alert in
[runbooks](../runbooks).`;

const processes = `The standard metrics of Node are there too, with the prefix \`muster_\`:
processor time, memory, garbage collection, handles, and \`muster_nodejs_eventloop_lag_*\`. The last
hold the time between two looks at the event loop, a second apart: 1.02 is a lag of 20 ms.`;

const labelRules = `Every series has the label \`service\`. Values of labels are closed sets of the
code; none is an id of a company, an agent or a request.`;

const metricsTable = (specs: MetricSpecs, listed: boolean): string =>
  table(['metric', 'type', 'labels', 'what it is'], Object.values(specs).map((spec) => [
    code(spec.name), spec.type, labelsOf(spec, listed), spec.help,
  ]));

/** Their values differ from service to service, and are described in the table of labels. */
const ofServices = new Set(['operation', 'outcome', 'type', 'producer', 'code']);

const labelsOf = ({ labels = {} }: MetricSpec, listed: boolean): string =>
  Object.entries(labels).map(([name, values]) => {
    const few = values.length > 0 && values.length <= LISTED_MAX;
    const told = few && (listed || !ofServices.has(name));
    return told ? `${code(name)}: ${codes(values)}` : code(name);
  }).join('; ');
