import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composed, contracts, logOperations, refusals, serviceNames } from '@muster/contracts';
import { runnerMetrics } from '@muster/runner/metrics';
import { natsMetrics } from '@muster/setup/nats-metrics';
import { outcomeClasses, openMetrics } from '@muster/service-kit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSources } from '../../tools/docs/sources.ts';
import { alerts } from '../monitoring/alerts.ts';
import { dashboards } from '../monitoring/dashboards.ts';
import { recordedRatios } from '../monitoring/objectives.ts';
import { ruleGroups } from '../monitoring/rules.ts';
import { runbookOf, runbookPage } from '../monitoring/runbooks.ts';
import { alertCases } from './alert-cases.ts';
import { documentsOf } from './chart.ts';
import { checkRules, fires, itEachByPromtool } from './programs/promtool.ts';
import { askedWith, metricsIn, recordedIn, valuesOf } from './queries.ts';
import { logMessagesOf, panelsIn, readRunbooks } from './runbooks.ts';

const root = join(import.meta.dirname, '../..');
const runbooks = join(root, 'docs/runbooks');
const files = join(import.meta.dirname, '../chart/files');
const asked = askedWith('5m');
const documents = documentsOf('everything');

const checked = [
  { named: 'the rules', groups: ruleGroups },
  {
    named: 'the queries of the dashboards',
    groups: [
      { name: 'asked', rules: asked.map(({ expr }, at) => ({ record: `asked:${at}`, expr })) },
    ],
  },
];

describe('dashboards and alerts', async () => {
  const { services } = await readSources();
  const exported = new Map(
    services.map((service) => [
      service.contract.name,
      openMetrics(service as never).registry.getMetricsAsArray() as unknown as {
        name: string;
        type: string;
      }[],
    ]),
  );
  const ofOthers = [...Object.values(runnerMetrics), ...Object.values(natsMetrics)];
  const series = new Set(
    [...[...exported.values()].flat(), ...ofOthers].flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );

  it.each(asked)('$where: metrics are exported', ({ expr }) => {
    expect(metricsIn(expr).filter((name) => !series.has(name))).toEqual([]);
    const recorded = new Set<string>(recordedRatios.map(({ record }) => record));
    expect(recordedIn(expr).filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('scaled objects ask for a metric that is exported', () => {
    const scaled = documents.filter(({ kind }) => kind === 'ScaledObject');
    const metrics = scaled.flatMap((each) => metricsIn(JSON.stringify(each)));
    expect(metrics).toHaveLength(serviceNames.length);
    expect(metrics.filter((name) => !series.has(name))).toEqual([]);
  });

  const known: Record<string, readonly string[]> = {
    service: [...serviceNames, 'runner'],
    code: Object.keys(refusals),
    kind: outcomeClasses,
    operation: [
      ...contracts.flatMap(({ operations }) => Object.keys(operations)),
      ...Object.keys(composed),
      ...Object.keys(logOperations),
    ],
  };
  it.each(Object.entries(known))('match the label %s with values that exist', (label, values) => {
    const named = asked.flatMap(({ expr }) => valuesOf(expr, label));
    expect(named.filter((value) => !values.includes(value))).toEqual([]);
  });
});

const former = alerts.filter(({ formerly }) => formerly !== undefined);

describe('an alert', () => {
  const pages = readRunbooks();

  it.each(alerts)('$name has a runbook', ({ name, formerly }) => {
    const text = pages.get(`${runbookOf(name)}.md`) ?? '';
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([name, 'Meaning', 'Impact', 'Diagnosis', 'Mitigation']);
    expect(/^Formerly `(\w+)`\.$/m.exec(text)?.[1]).toBe(formerly);
  });

  it('exists for each runbook', () => {
    expect([...pages.keys()].toSorted()).toEqual(
      alerts.map(({ name }) => `${runbookOf(name)}.md`).toSorted(),
    );
  });

  it('is listed on the page of runbooks with its severity', () => {
    const list = readFileSync(join(runbooks, 'README.md'), 'utf8');
    const rows = [...list.matchAll(/^\| \[(\w+)\]\(([a-z-]+\.md)\) \| (\w+) \|/gm)];
    expect(rows.map(([, ...cells]) => cells.join(' ')).toSorted()).toEqual(
      alerts.map(({ name, severity }) => `${name} ${runbookOf(name)}.md ${severity}`).toSorted(),
    );
  });

  itEachByPromtool(Object.keys(alertCases))('%s fires when it should, and only then', (alert) => {
    const { fires: bad, quiet, at } = alertCases[alert] as (typeof alertCases)[string];
    expect(fires(ruleGroups, { alert, series: bad, atMinutes: at })).toBe(true);
    expect(fires(ruleGroups, { alert, series: quiet, atMinutes: at })).toBe(false);
  });

  it.each(['MusterApiAvailabilityBurnsFast', 'MusterApiAvailabilityBurnsSlowly'])(
    '%s does not fire for one failure of a few requests',
    (alert) => {
      const series = {
        'muster_http_answers_total{service="gateway",kind="ok"}': '0+0.1x500',
        'muster_http_answers_total{service="gateway",kind="fault"}': '0+0.02x500',
      };
      expect(fires(ruleGroups, { alert, series, atMinutes: 480 })).toBe(false);
    },
  );

  it.each(former)('$name fires under its former name too', ({ name, formerly = '' }) => {
    const rules = ruleGroups.flatMap((group) => [...group.rules]);
    const [rule, old] = [name, formerly].map((wanted) =>
      rules.find((each) => 'alert' in each && each.alert === wanted),
    );
    expect(old).toMatchObject({
      ...rule,
      alert: formerly,
      annotations: { renamed_to: name, runbook: runbookPage(name) },
    });
  });

  it('has a history in which it fires, and one in which it does not', () => {
    expect(Object.keys(alertCases).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });
});

describe('a runbook', () => {
  const pages = [...readRunbooks()];
  const titles = new Set(
    dashboards.flatMap(({ title, panels }) => [title, ...panels.map((panel) => panel.title)]),
  );
  const messages = logMessagesOf(['services/*', 'libs/*', 'runner']);

  it.each(pages)('%s names panels that exist', (_, text) => {
    expect(panelsIn(text).filter((title) => !titles.has(title))).toEqual([]);
  });

  it.each(pages)('%s names log messages that exist', (_, text) => {
    const named = [...text.matchAll(/log\s+message\s+`([^`]+)`(?:,?\s+or `([^`]+)`)?/g)]
      .flatMap(([, ...found]) => found.filter((message) => message !== undefined))
      .map((message) => message.replaceAll(/\s+/g, ' '));
    expect(named.filter((message) => !messages(message))).toEqual([]);
  });
});

describe('the rendered files', () => {
  itEachByPromtool(checked)('pass `promtool check rules`: $named', ({ groups }) => {
    expect(checkRules(groups)).toContain('SUCCESS');
  });

  it('name the page of each alert, which the command of the documentation makes a link', () => {
    const page = readFileSync(join(root, 'docs/operations/monitoring.md'), 'utf8');
    const [command = ''] = /(?<=`)sed '[^`]+(?=`)/.exec(page) ?? [];
    const linked = execFileSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
    const annotationsIn = (groups: string) =>
      (parse(groups) as { groups: { rules: { alert?: string; annotations?: object }[] }[] }).groups
        .flatMap(({ rules }) => rules)
        .filter(({ alert }) => alert !== undefined)
        .map(({ annotations }) => annotations);
    const rules = annotationsIn(readFileSync(join(files, 'rules.yaml'), 'utf8'));
    const pages = new Set(rules.map((each) => (each as { runbook: string }).runbook));
    expect(pages).toEqual(new Set(alerts.map(({ name }) => runbookPage(name))));
    expect(JSON.stringify(rules)).not.toContain('://');
    expect(annotationsIn(linked)).toEqual(
      rules.map((each) => {
        const { runbook, ...rest } = each as { runbook: string };
        return { ...rest, runbook_url: `https://git.acme.example/muster/src/main/${runbook}` };
      }),
    );
  });
});
