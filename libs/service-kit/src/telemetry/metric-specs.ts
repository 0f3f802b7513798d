/**
 * Metrics as tables. A spec describes a metric completely before any process runs: the metrics page
 * is rendered from it, and its series exist at 0 from the start, so that a dashboard can tell "has
 * not happened" from "is not measured".
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * All labels, with their meaning. Their values are closed sets in the code: never the id of an agent or
 * anything else that callers can create. Companies are the exception: see company-usage.ts.
 */
export const metricLabels = {
  service: 'the service that exports the series',
  operation: 'operation of the contract',
  outcome: '`ok` or the result instead of it, mostly a code of docs/errors.md',
  kind: '`ok`, `refused`, `limited` (too many requests), `unavailable` (retry later) or `fault`',
  code: 'a code of docs/errors.md',
  status: 'HTTP status, or the status of a run',
  type: 'event type',
  producer: 'the service that emitted the events',
  upstream: 'the service that the gateway asks',
  state: 'the sub-state',
  source: 'the cause',
  reason: 'the reason, from a closed list',
  answer: 'the answer',
  table: 'table of the schema',
  runner: 'name of a runner in MUSTER_RUNNERS',
  company: 'id of a company, in `muster_company_usage` alone',
  usage: '`requests`, `events`, `runs` or `cost_cents`',
  direction: '`in` or `out`',
  version: 'release of Muster',
} as const;

export type MetricLabel = keyof typeof metricLabels;

/** Bounds in seconds: from one local hop to the longest deadline. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface MetricSpec {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: `muster_${string}`;
  /** Name in the release before: for one release the same series is exposed under both names. */
  readonly formerly?: `muster_${string}`;
  readonly help: string;
  /**
   * Label → its values, if they are known beforehand. If all labels have values, the series of each
   * combination exists from the start.
   */
  readonly labels?: { readonly [label in MetricLabel]?: readonly string[] };
  /** Bounds of a histogram; by default those of a request's latency. */
  readonly buckets?: readonly number[];
}

export type MetricSpecs = Readonly<Record<string, MetricSpec>>;

type LabelsOf<S extends MetricSpec> = S extends { labels: infer L } ? keyof L & string : never;

interface Kinds<L extends string> {
  counter: Counter<L>;
  gauge: Gauge<L>;
  histogram: Histogram<L>;
}

export type OpenMetrics<S extends MetricSpecs> = {
  readonly [K in keyof S]: Kinds<LabelsOf<S[K]>>[S[K]['type']];
};

/** Keeps the literal types of the table, so that labels are type-checked where they are set. */
export const metricSpecs = <const S extends MetricSpecs>(specs: S): S => specs;

/** The metrics of these specs in a registry; creates those that it lacks. */
export const openSpecs = <S extends MetricSpecs>(registry: Registry, specs: S): OpenMetrics<S> =>
  Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => [
      key,
      registry.getSingleMetric(spec.name) ?? openMetric(registry, spec),
    ]),
  ) as OpenMetrics<S>;

type Metric = Counter | Gauge | Histogram;

function openMetric(registry: Registry, spec: MetricSpec): Metric {
  const metric = createMetric(registry, spec);
  if (spec.formerly) registry.registerMetric(aliasOf(metric, spec.formerly));
  return metric;
}

/** A view of `metric` under its former name: reads the same values at scrape time. */
const aliasOf = (metric: Metric, formerly: string): Metric =>
  Object.assign(Object.create(metric) as Metric, { name: formerly });

function createMetric(registry: Registry, spec: MetricSpec): Metric {
  const { type, name, help, labels = {}, buckets = LATENCY_BUCKETS } = spec;
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  const series = Object.keys(labels).length === 0 ? [] : combinationsOf(labels);
  switch (type) {
    case 'counter': {
      const counter = new Counter(options);
      for (const labelled of series) counter.inc(labelled, 0);
      return counter;
    }
    case 'gauge': {
      const gauge = new Gauge(options);
      for (const labelled of series) gauge.set(labelled, 0);
      return gauge;
    }
    case 'histogram': {
      const histogram = new Histogram({ ...options, buckets: [...buckets] });
      for (const labelled of series) histogram.zero(labelled);
      return histogram;
    }
    default:
      return type satisfies never;
  }
}

/** Every combination of label values; none if the values of a label are not known beforehand. */
export const combinationsOf = (
  labels: NonNullable<MetricSpec['labels']>,
): Record<string, string>[] =>
  Object.entries(labels).reduce<Record<string, string>[]>(
    (combinations, [label, values]) =>
      combinations.flatMap((set) => values.map((value) => ({ ...set, [label]: value }))),
    [{}],
  );
