import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PodMonitor, PrometheusRule,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { composed, contracts, logOperations, refusals, serviceNames } from '@muster/contracts';
import { answerKinds, openMetrics } from '@muster/service-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readMaterial } from '../../tools/docs/material.ts';
import { alerts } from '../monitoring/alerts.ts';
import { dashboards } from '../monitoring/dashboards.ts';
import { recordedRatios } from '../monitoring/objectives.ts';
import { ruleGroups } from '../monitoring/rules.ts';
import { runbookOf } from '../monitoring/runbooks.ts';
import { alertCases } from './alert-cases.ts';
import { checkRules, goesOff, promtool } from './promtool.ts';
import { askedWith, metricsIn, recordedIn, valuesOf } from './queries.ts';

const runbooks = join(import.meta.dirname, '../../docs/runbooks');
const monitoring = join(import.meta.dirname, '../monitoring');
const asked = askedWith('5m');
const document = (file: string) => parse(readFileSync(join(monitoring, file), 'utf8')) as object;

/** `.ci/run` installs the tool; where it is not, what it would say stays unknown. */
const tried = promtool ? Object.entries(alertCases) : [];
const checked = promtool
  ? [
    ['the rules', ruleGroups],
    ['what dashboards ask', [{
      name: 'asked', rules: asked.map(({ expr }, at) => ({ record: `asked:${at}`, expr })),
    }]],
  ] as const
  : [];
// oxlint-disable-next-line no-console -- whoever reads the output must learn of the gap
if (!promtool) console.warn('promtool is not installed: rules and alerts are not tried out');

describe('what dashboards and alerts name', async () => {
  const { services } = await readMaterial();
  const exported = new Map(services.map((service) => [
    service.contract.name,
    openMetrics(service as never).registry.getMetricsAsArray() as unknown as {
      name: string; type: string;
    }[],
  ]));
  const series = new Set([...exported.values()].flat().flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]));

  test.each(asked)('$where names metrics that are exported', ({ expr }) => {
    expect(metricsIn(expr).filter((name) => !series.has(name))).toEqual([]);
    const recorded = new Set<string>(recordedRatios.map(({ record }) => record));
    expect(recordedIn(expr).filter((name) => !recorded.has(name))).toEqual([]);
  });

  const known: Record<string, readonly string[]> = {
    service: serviceNames,
    code: Object.keys(refusals),
    kind: answerKinds,
    operation: [
      ...contracts.flatMap(({ operations }) => Object.keys(operations)),
      ...Object.keys(composed), ...Object.keys(logOperations),
    ],
  };
  test.each(Object.entries(known))('a %s in a query is one that exists', (label, values) => {
    const named = asked.flatMap(({ expr }) => valuesOf(expr, label));
    expect(named.filter((value) => !values.includes(value))).toEqual([]);
  });
});

describe('an alert', () => {
  test.each(alerts.map(({ name }) => name))('%s has a page that says what to do', (name) => {
    const text = readFileSync(join(runbooks, `${runbookOf(name)}.md`), 'utf8');
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      name, 'What it means', 'What users see', 'Look at', 'Do',
    ]);
  });

  test('is there for each page', () => {
    const pages = readdirSync(runbooks).filter((file) => file !== 'README.md');
    expect(pages.toSorted())
      .toEqual(alerts.map(({ name }) => `${runbookOf(name)}.md`).toSorted());
  });

  test('is listed for whoever looks for its page', () => {
    const list = readFileSync(join(runbooks, 'README.md'), 'utf8');
    const linked = [...list.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, file = '']) => file);
    expect(linked.toSorted())
      .toEqual(alerts.map(({ name }) => `${runbookOf(name)}.md`).toSorted());
  });

  test.each(tried)('%s goes off when it should, and only then', (alert, { fires, quiet, at }) => {
    expect(goesOff(ruleGroups, { alert, series: fires, atMinutes: at })).toBe(true);
    expect(goesOff(ruleGroups, { alert, series: quiet, atMinutes: at })).toBe(false);
  });

  test('has a history in which it goes off, and one in which it does not', () => {
    expect(Object.keys(alertCases).toSorted())
      .toEqual(alerts.map(({ name }) => name).toSorted());
  });
});

describe('what is applied', () => {
  test.each(checked)('is well-formed in the eyes of Prometheus: %s', (_, groups) => {
    expect(checkRules(groups)).toContain('SUCCESS');
  });

  test('holds against the schemas of its kinds', () => {
    expect(() => new PodMonitor(document('pod-monitor.yaml') as never).validate()).not.toThrow();
    expect(() => new PrometheusRule(document('prometheus-rule.yaml') as never).validate())
      .not.toThrow();
  });

  test('lists every file that there is, and each dashboard once', () => {
    const { resources, configMapGenerator } = document('kustomization.yaml') as {
      resources: string[]; configMapGenerator: { files: string[] }[];
    };
    const listed = [...resources, ...configMapGenerator.flatMap(({ files }) => files)];
    const there = readdirSync(monitoring, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ya?ml|json)$/.test(file))
      .filter((file) => !['kustomization.yaml', 'rules.yaml'].includes(file));
    expect(listed.toSorted()).toEqual(there.toSorted());
    expect(dashboards.map(({ name }) => name)).toHaveLength(serviceNames.length + 1);
  });
});
