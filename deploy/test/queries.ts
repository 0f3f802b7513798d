/** The Prometheus queries of dashboards and alerts, and the names in them. */
import { alerts } from '../monitoring/alerts.ts';
import { dashboards } from '../monitoring/dashboards.ts';
import { recordedRatios } from '../monitoring/objectives.ts';
import { withAllSelected } from '../monitoring/selectors.ts';
import { RANGE } from '../monitoring/panels.ts';

export interface Asked {
  readonly where: string;
  readonly expr: string;
}

/** `range` replaces Grafana's variable. */
export const rangeIn = (expr: string, range: string): string => expr.replaceAll(RANGE, range);

/** Every query that must have data while nothing is wrong. */
export const askedWith = (range: string): Asked[] => [
  ...dashboards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      panel.queries.map(({ expr }) => ({
        where: `${title}, ${panel.title}`,
        expr: rangeIn(withAllSelected(expr), range),
      })),
    ),
  ),
  ...alerts.flatMap(({ name, watches }) => watches.map((expr) => ({ where: name, expr }))),
  ...recordedRatios.map(({ record, expr }) => ({ where: record, expr })),
];

/** Metrics that services export; recorded series have colons in their names. */
export const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/\bmuster_\w+/g)].map(([name]) => name);

export const recordedIn = (expr: string): string[] =>
  [...expr.matchAll(/\bmuster:[\w:]+/g)].map(([name]) => name);

/** The values that a query matches a label with, alternatives one by one. */
export const valuesOf = (expr: string, label: string): string[] =>
  [...expr.matchAll(new RegExp(`\\b${label}[=!]~?"([^"]*)"`, 'g'))].flatMap(([, values = '']) =>
    values.split('|'),
  );
