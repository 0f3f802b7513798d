/** What dashboards and alerts ask of Prometheus, and what they name in it. */
import { alerts } from '../monitoring/alerts.ts';
import { dashboards } from '../monitoring/dashboards.ts';
import { recordedRatios } from '../monitoring/objectives.ts';
import { RANGE } from '../monitoring/panels.ts';

export interface Asked {
  readonly where: string;
  readonly expr: string;
}

/** Every query that must have data when all is well; `range` is what Grafana would put in. */
export const askedWith = (range: string): Asked[] => [
  ...dashboards.flatMap(({ title, panels }) => panels.flatMap((panel) =>
    panel.queries.map(({ expr }) => ({
      where: `${title}, ${panel.title}`, expr: expr.replaceAll(RANGE, range),
    })))),
  ...alerts.flatMap(({ name, watches }) => watches.map((expr) => ({ where: name, expr }))),
  ...recordedRatios.map(({ record, expr }) => ({ where: record, expr })),
];

/** Metrics as they are exported; those that rules record are made by us. */
export const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/\bmuster_\w+/g)].map(([name]) => name);

export const recordedIn = (expr: string): string[] =>
  [...expr.matchAll(/\bmuster:[\w:]+/g)].map(([name]) => name);

/** What a query compares a label with, alternatives one by one. */
export const valuesOf = (expr: string, label: string): string[] =>
  [...expr.matchAll(new RegExp(`\\b${label}[=!]~?"([^"]*)"`, 'g'))]
    .flatMap(([, values = '']) => values.split('|'));
