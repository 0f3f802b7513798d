/** The monitoring of the chart: what the operator of Prometheus and Grafana find. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PodMonitor,
  PrometheusRule,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { serviceNames } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { dashboards } from '../monitoring/dashboards.ts';
import { chart, dataOf, documentsOf, helmTemplate, named } from './chart.ts';

const documents = documentsOf('everything');
const files = join(chart, 'files');

describe('the monitoring of the chart', () => {
  it('conforms to the schemas of its kinds', () => {
    expect(() =>
      new PodMonitor(named(documents, 'PodMonitor', 'muster') as never).validate(),
    ).not.toThrow();
    expect(() =>
      new PrometheusRule(named(documents, 'PrometheusRule', 'muster') as never).validate(),
    ).not.toThrow();
  });

  it('is the rendered rules, and each dashboard once', () => {
    const { spec } = named(
      helmTemplate({ monitoring: { enabled: true } }),
      'PrometheusRule',
      'muster',
    ) as unknown as {
      spec: object;
    };
    expect(spec).toEqual(parse(readFileSync(join(files, 'rules.yaml'), 'utf8')));
    const there = readdirSync(join(files, 'dashboards'));
    for (const file of there) {
      const data = dataOf(documents, file.replace('.json', '-dashboard'));
      const text = readFileSync(join(files, 'dashboards', file), 'utf8');
      expect(JSON.parse(data[file] ?? '')).toEqual(JSON.parse(text));
    }
    expect(there.toSorted()).toEqual(dashboards.map(({ name }) => `${name}.json`).toSorted());
    expect(dashboards.map(({ name }) => name)).toHaveLength(serviceNames.length + 4);
  });
});
