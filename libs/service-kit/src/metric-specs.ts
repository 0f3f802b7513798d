/**
 * Metrics as tables. A spec says everything about a metric before any process runs: the page of
 * metrics is rendered from it, and what it names exists at 0 from the start, so that a dashboard
 * can tell "has not happened" from "is not measured".
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * All labels there are, and what stands in them. Their values are closed sets of the code: never a
 * company, an agent or anything else that a caller can make more of.
 */
export const metricLabels = {
  service: 'the service that says it',
  operation: 'name of an operation in the contract',
  outcome: '`ok`, or what it came to instead, mostly a code of docs/errors.md',
  kind: '`ok`; `refused` to the caller; `limited` to so many; `unavailable`: come back; `fault`',
  code: 'a code of docs/errors.md',
  status: 'status of HTTP, or of a run',
  type: 'name of an event',
  producer: 'the service whose events they are',
  state: 'what is counted apart',
  source: 'what caused it',
  reason: 'why, from a closed list',
  answer: 'what was answered',
  version: 'release of Muster',
} as const;

export type MetricLabel = keyof typeof metricLabels;

/** Bounds in seconds: from one local hop to the longest deadline. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface MetricSpec {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: `muster_${string}`;
  readonly help: string;
  /**
   * Label → its values, where they are known beforehand. If all labels have some, each combination
   * is there from the start.
   */
  readonly labels?: { readonly [label in MetricLabel]?: readonly string[] };
  /** Of a histogram; those of a request where it says nothing. */
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

/** Keeps what is written down as narrow as it is, so that labels are checked where they are set. */
export const metricSpecs = <const S extends MetricSpecs>(specs: S): S => specs;

/** The metrics of these specs in a registry, made where they are not there yet. */
export const openSpecs = <S extends MetricSpecs>(registry: Registry, specs: S): OpenMetrics<S> =>
  Object.fromEntries(Object.entries(specs).map(([key, spec]) => [
    key, registry.getSingleMetric(spec.name) ?? made(registry, spec),
  ])) as OpenMetrics<S>;

function made(registry: Registry, spec: MetricSpec): Counter | Gauge | Histogram {
  const { type, name, help, labels = {}, buckets = LATENCY_BUCKETS } = spec;
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  const beginnings = Object.keys(labels).length === 0 ? [] : combinationsOf(labels);
  switch (type) {
    case 'counter': {
      const counter = new Counter(options);
      for (const beginning of beginnings) counter.inc(beginning, 0);
      return counter;
    }
    case 'gauge': {
      const gauge = new Gauge(options);
      for (const beginning of beginnings) gauge.set(beginning, 0);
      return gauge;
    }
    case 'histogram': {
      const histogram = new Histogram({ ...options, buckets: [...buckets] });
      for (const beginning of beginnings) histogram.zero(beginning);
      return histogram;
    }
    default:
      return type satisfies never;
  }
}

/** None where a label's values are not known beforehand. */
export const combinationsOf = (
  labels: NonNullable<MetricSpec['labels']>,
): Record<string, string>[] =>
  Object.entries(labels).reduce<Record<string, string>[]>(
    (found, [label, values]) =>
      found.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
