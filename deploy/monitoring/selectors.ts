/**
 * The selectors of dashboards: every query is about the namespaces and pods that are chosen above it. A
 * Prometheus that scrapes no cluster sets no such labels, and all is chosen by default, which absent labels
 * match as well.
 */

export const selectors = ['namespace', 'pod'] as const;

const matchers = selectors.map((name) => `${name}=~"$${name}"`).join(',');

/** The query for what is chosen. Recorded ratios are of the whole installation. */
export const selected = (expr: string): string =>
  expr.replaceAll(/\b(muster_\w+)(\{)?/g, (_, metric: string, brace?: string) =>
    brace === undefined ? `${metric}{${matchers}}` : `${metric}{${matchers},`,
  );

/** What Grafana asks where all is chosen. */
export const withAllSelected = (expr: string): string =>
  selectors.reduce((asked, name) => asked.replaceAll(`"$${name}"`, '".*"'), selected(expr));

/** What each process exports, and the container beside each NATS server. */
const EVERYWHERE = '{__name__=~"muster_build_info|muster_nats_up"}';

export const variables = selectors.map((name) => ({
  name,
  label: name,
  type: 'query',
  datasource: { type: 'prometheus', uid: '${datasource}' },
  query: { query: `label_values(${EVERYWHERE}, ${name})`, refId: name },
  definition: `label_values(${EVERYWHERE}, ${name})`,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
}));
