import { runnerMetrics } from '@muster/runner/metrics';
import { natsMetrics } from '@muster/setup/nats-metrics';
import {
  eventLoopMetrics,
  kitMetrics,
  metricLabels,
  type MetricSpec,
  type MetricSpecs,
} from '@muster/service-kit';
import { code, codes, page, table } from './markdown.ts';
import { otelLabels, otelMetrics } from './otel-names.ts';
import type { Sources } from './sources.ts';

/** Longer lists of label values are left out; `/metrics` of a process shows the values. */
const LISTED_MAX = 10;

/** Every metric that the services expose, from the tables that define them. */
export function renderMetrics({ services }: Sources): string {
  const everywhere = services[0] ? kitMetrics(services[0]) : {};
  const own = services.flatMap(({ contract, metrics }) =>
    metrics ? [`## ${contract.name}\n\n${metricsTable(metrics, true)}`] : [],
  );
  const labels = Object.entries(metricLabels).map(([name, is]) => [code(name), is]);
  return page(
    '# Metrics',
    intro,
    `## Every service\n\n${metricsTable(everywhere, false)}`,
    ...own,
    `## The runner\n\n${metricsTable(runnerMetrics, true)}`,
    `## NATS\n\n${nats}\n\n${metricsTable(natsMetrics, true)}`,
    `## The process\n\n${processes}\n\n${metricsTable(eventLoopMetrics, true)}`,
    `## Labels\n\n${labelRules}\n\n${table(['label', 'meaning'], labels)}`,
    `## OpenTelemetry's names\n\n${otel}\n\n${otelTable('metric', otelMetrics)}\n\n${otelTable('label', otelLabels)}`,
  );
}

/** Names of all metrics that the page lists, former names included. */
export const metricNames = ({ services }: Sources): string[] =>
  [
    ...services.map((service): MetricSpecs => ({ ...kitMetrics(service), ...service.metrics })),
    runnerMetrics,
    natsMetrics,
    eventLoopMetrics,
  ].flatMap((specs) =>
    Object.values(specs).flatMap(({ name, formerly }) =>
      formerly === undefined ? [name] : [name, formerly],
    ),
  );

export const labelNames = Object.keys(metricLabels);

const intro = `Each process exports these metrics at \`/metrics\` of its ops port, in the Prometheus
format. Where the values of all labels are known in advance, the series exist from the start with the
value 0: a query without a result asks for something that is not measured. A renamed metric is exported under its
former name too, for one release. Dashboards and alerts are in
[deploy/monitoring](../../deploy/monitoring), a page for each alert in [runbooks](../runbooks).`;

const nats = `A container beside each NATS server reads its monitoring port and exports these
([monitoring](monitoring.md#nats)). They have the label \`service="nats"\`.`;

const processes = `The standard metrics of Node are exported with the prefix \`muster_\`: CPU time,
memory, garbage collection, handles, and \`muster_nodejs_eventloop_lag_*\`. The last contain the
interval between two samples of the event loop, which is a second without lag: 1.02 is a lag of 20 ms. They begin anew
with each scrape; the following metric does not.`;

const labelRules = `Every series has the label \`service\`. Label values are closed sets in the code; none is
an id of an agent or a request. Companies are named by \`muster_company_usage\` alone, which has few of them and is off by default.`;

const otel = `What the semantic conventions of OpenTelemetry have names for. The labels are attributes of spans too, under
OpenTelemetry's names.`;

const otelTable = (what: string, rows: typeof otelMetrics): string =>
  table(
    [what, 'OpenTelemetry', 'difference'],
    rows.map(([ours, theirs, differs]) => [code(ours), code(theirs), differs]),
  );

const metricsTable = (specs: MetricSpecs, listed: boolean): string =>
  table(
    ['metric', 'type', 'labels', 'meaning'],
    Object.values(specs).map((spec) => [
      code(spec.name),
      spec.type,
      labelsOf(spec, listed),
      spec.formerly ? `${spec.help} Formerly ${code(spec.formerly)}.` : spec.help,
    ]),
  );

/** Labels whose values differ between services; the table of labels describes them. */
const perServiceLabels = new Set(['operation', 'outcome', 'type', 'producer', 'code']);

const labelsOf = ({ labels = {} }: MetricSpec, listed: boolean): string =>
  Object.entries(labels)
    .map(([name, values]) => {
      const few = values.length > 0 && values.length <= LISTED_MAX;
      const isListed = few && (listed || !perServiceLabels.has(name));
      return isListed ? `${code(name)}: ${codes(values)}` : code(name);
    })
    .join('; ');
