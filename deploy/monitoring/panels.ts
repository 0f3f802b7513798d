/** Panels without Grafana's layout: a title, a unit, and Prometheus queries. */
export interface Query {
  readonly expr: string;
  readonly legend: string;
  /** Points of the panel lead to traces: the histogram has exemplars. */
  readonly exemplars?: boolean;
}

export interface Panel {
  /** Begins a row of this title. */
  readonly row?: string;
  readonly title: string;
  readonly unit: 'reqps' | 's' | 'short' | 'bytes' | 'percentunit' | 'ops' | 'Bps';
  readonly queries: readonly Query[];
}

/** Grafana replaces it by a range that fits the panel's width and the scrape interval. */
export const RANGE = '$__rate_interval';

export const rateBy = (metric: string, by: string): Query => ({
  expr: `sum by (${by}) (rate(${metric}[${RANGE}]))`,
  legend: `{{${by}}}`,
});

export const rateOf = (metric: string, legend: string): Query => ({
  expr: `sum(rate(${metric}[${RANGE}]))`,
  legend,
});

/** Histograms whose series name the trace of a slow request. */
const withExemplars = ['muster_http_request_duration_seconds', 'muster_rpc_duration_seconds'];

/** `selector` is the label matchers, without their braces. */
export const quantile = (share: number, histogram: string, selector = '', by = ''): Query => {
  const within = selector === '' ? '' : `{${selector}}`;
  const groups = ['le', ...(by === '' ? [] : [by])].join(', ');
  return {
    expr:
      `histogram_quantile(${share}, ` +
      `sum by (${groups}) (rate(${histogram}_bucket${within}[${RANGE}])))`,
    legend: by === '' ? `p${share * 100}` : `{{${by}}}`,
    ...(withExemplars.includes(histogram) ? { exemplars: true } : {}),
  };
};

export const maxBy = (metric: string, by: string): Query => ({
  expr: `max by (${by}) (${metric})`,
  legend: `{{${by}}}`,
});

export const sumBy = (metric: string, by: string): Query => ({
  expr: `sum by (${by}) (${metric})`,
  legend: `{{${by}}}`,
});
