import { issues, serviceNames } from '@muster/contracts';
import { describe, expect, test } from 'vitest';
import { ruleGroups } from '../../deploy/monitoring/rules.ts';
import { askedWith } from '../../deploy/test/queries.ts';
import { readMaterial } from '../../tools/docs/material.ts';
import { labelNames, namesIn } from '../../tools/docs/metrics.ts';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { hasPrometheus, startPrometheus } from '../harness/prometheus.ts';
import { useWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

const world = useWorld();

/** `.ci/run` installs it; where it is not, what it would find stays unknown. */
const asking = hasPrometheus() ? ['a real Prometheus'] : [];
if (asking.length === 0) console.warn('prometheus is not installed: no dashboard is asked for');

/** What the runtime's own metrics are labelled with. */
const standardLabels = [
  'le', 'quantile', 'kind', 'type', 'space', 'version', 'major', 'minor', 'patch',
];
const IDLIKE = /[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}|\d{5}|^.{60,}$/;

const line = /^(?<name>muster_\w+)(?:\{(?<labels>.*)\})? \S+$/gm;
const label = /(\w+)="([^"]*)"/g;

async function readSeries(): Promise<{ name: string; labels: [string, string][] }[]> {
  const texts = await Promise.all(world().stack.opsUrls.map(async ({ url }) =>
    (await fetch(`${url}/metrics`)).text()));
  return texts.flatMap((text) => [...text.matchAll(line)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    labels: [...(groups?.['labels'] ?? '').matchAll(label)]
      .map(([, key = '', value = '']): [string, string] => [key, value]),
  })));
}

/** A little of everything that leaves traces in metrics. */
async function work(): Promise<void> {
  const { board } = world();
  const { id: companyId } = await foundCompany(board);
  const { agent, caller } = await addMember(world(), companyId);
  const { id: issueId } = await addIssue(board, companyId);
  await caller.call(issues, 'checkoutIssue', {
    issueId, agentId: agent.id, expectedStatuses: ['todo'],
  });
}

describe('what the services export', () => {
  test('is labelled with few names, and never with an id', async () => {
    await work();
    const series = await readSeries();
    const labels = series.flatMap((one) => one.labels);
    const known = new Set([...labelNames, ...standardLabels]);
    expect([...new Set(labels.map(([name]) => name))].filter((name) => !known.has(name)))
      .toEqual([]);
    expect([...new Set(labels.map(([, value]) => value))].filter((value) => IDLIKE.test(value)))
      .toEqual([]);
    const services = labels.flatMap(([name, value]) => (name === 'service' ? [value] : []));
    expect([...new Set(services)].toSorted()).toEqual([...serviceNames].toSorted());
  });

  test('is all on the page of metrics', async () => {
    const documented = new Set(namesIn(await readMaterial()));
    const names = (await readSeries()).map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ''))
      .filter((name) => !/^muster_(?:process|nodejs)_/.test(name));
    expect([...new Set(names)].filter((name) => !documented.has(name))).toEqual([]);
  });

  test.each(asking)('answers whatever %s asks for dashboards and alerts', async () => {
    const prometheus = await startPrometheus(world(), ruleGroups);
    try {
      const { opsUrls } = world().stack;
      await until('a scrape of each process', async () =>
        (await prometheus.count('up == 1')) === opsUrls.length ? true : undefined);
      let silent = askedWith('30s');
      await until('data for each query', async () => {
        await work();
        const found = await Promise.all(silent.map(({ expr }) => prometheus.count(expr)));
        silent = silent.filter((_, index) => found[index] === 0);
        return silent.length === 0 ? true : undefined;
      }).catch(() => undefined);
      expect(silent).toEqual([]);
      expect(await prometheus.faultsOfRules()).toEqual([]);
    } finally {
      await prometheus.stop();
    }
  });
});
