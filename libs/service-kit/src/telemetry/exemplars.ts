/**
 * Exemplars: with a series of a histogram, the trace of its slowest request of late, so that a point in a
 * panel leads to a trace. Only recorded traces are noted, so without tracing there are none. The text
 * format of Prometheus has no exemplars, OpenMetrics does.
 */
import { traceIdOf } from './trace.ts';

/** After it, any request replaces a slower one: an exemplar is to be found in what the panel shows. */
const FRESH_MS = 60_000;
export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

interface Exemplar {
  readonly value: number;
  readonly trace: string;
  readonly at: number;
}

export interface Exemplars {
  /** `labels` as in the exported series: `operation="x",outcome="ok"`, in the order of its table. */
  note(histogram: string, labels: string, value: number, traceparent: string): void;
  /** A text of Prometheus's format as OpenMetrics, with the exemplars. */
  inOpenMetrics(text: string): string;
}

export function openExemplars(now: () => number = Date.now): Exemplars {
  const ofHistograms = new Map<string, Map<string, Exemplar>>();
  return {
    note(histogram, labels, value, traceparent) {
      if (!isRecorded(traceparent)) return;
      let noted = ofHistograms.get(histogram);
      if (!noted) ofHistograms.set(histogram, (noted = new Map()));
      const known = noted.get(labels);
      const at = now();
      if (known && known.value >= value && at - known.at < FRESH_MS) return;
      noted.set(labels, { value, trace: traceIdOf(traceparent), at });
    },
    inOpenMetrics: (text) => {
      const placed = new Set<Exemplar>();
      const lines = text.split('\n').flatMap((line) => {
        if (line === '') return [];
        if (line.startsWith('#')) return [line.replace(COUNTER, '# $1 $2$3')];
        const found = BUCKET.exec(line);
        const noted = found && ofHistograms.get(found[1] ?? '');
        const exemplar = noted?.get(found?.[3] ?? '');
        // The first bucket that the value is in.
        if (!exemplar || placed.has(exemplar) || exemplar.value > boundOf(found?.[2]))
          return [line];
        placed.add(exemplar);
        const { trace, value, at } = exemplar;
        return [`${line} # {trace_id="${trace}"} ${value} ${at / 1_000}`];
      });
      return `${lines.join('\n')}\n# EOF\n`;
    },
  };
}

/** OpenMetrics declares a counter without the suffix of its samples. */
const COUNTER = /^# (HELP|TYPE) (\w+)_total( .*)$/;
/** The label `service` is of the registry, and comes before those of the series. */
const BUCKET = /^(\w+)_bucket\{le="([\d.]+|\+Inf)",service="[^"]*",(.*)\} /;

/** The flag of a span that is sampled. */
const isRecorded = (traceparent: string): boolean => traceparent.endsWith('1');

const boundOf = (le = ''): number => (le === '+Inf' ? Infinity : Number(le));
