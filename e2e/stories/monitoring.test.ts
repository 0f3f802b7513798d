import { issues, serviceNames } from '@muster/contracts';
import { itEach, until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { ruleGroups } from '@muster/deploy/rules';
import { askedWith } from '@muster/deploy/queries';
import { readSources } from '@muster/tools/docs/sources';
import { labelNames, metricNames } from '@muster/tools/docs/metrics';
import { otelLabels, otelMetrics } from '@muster/tools/docs/otel-names';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { hasPrometheus, startPrometheus } from '../world/prometheus.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld();

/** Labels of the runtime's own metrics. */
const standardLabels = [
  'le',
  'quantile',
  'kind',
  'type',
  'space',
  'version',
  'major',
  'minor',
  'patch',
];
/** Looser than a UUID: a part of an id is refused too. */
const IDLIKE = /[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}|\d{5}|^.{60,}$/;

const line = /^(?<name>muster_\w+)(?:\{(?<labels>.*)\})? \S+$/gm;
const label = /(\w+)="([^"]*)"/g;

async function readSeries(): Promise<{ name: string; labels: [string, string][] }[]> {
  const texts = await Promise.all(
    world().stack.opsUrls.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(line)].map(({ groups }) => ({
      name: groups?.['name'] ?? '',
      labels: [...(groups?.['labels'] ?? '').matchAll(label)].map(
        ([, key = '', value = '']): [string, string] => [key, value],
      ),
    })),
  );
}

/** A few requests that change metrics. */
async function work(): Promise<void> {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const { agent, caller } = await addAgentWithKey(world(), companyId);
  const { id: issueId } = await addIssue(board, companyId);
  await caller.call(issues, 'checkoutIssue', {
    issueId,
    agentId: agent.id,
    expectedStatuses: ['todo'],
  });
}

describe('what the services export', () => {
  it('is labelled with few names, and never with an id', async () => {
    await work();
    const series = await readSeries();
    const labels = series.flatMap((one) => one.labels);
    const known = new Set([...labelNames, ...standardLabels]);
    expect([...new Set(labels.map(([name]) => name))].filter((name) => !known.has(name))).toEqual(
      [],
    );
    expect(
      [...new Set(labels.map(([, value]) => value))].filter((value) => IDLIKE.test(value)),
    ).toEqual([]);
    const services = labels.flatMap(([name, value]) => (name === 'service' ? [value] : []));
    expect([...new Set(services)].toSorted()).toEqual([...serviceNames, 'runner'].toSorted());
  });

  it('is documented on the page of metrics', async () => {
    const documented = new Set(metricNames(await readSources()));
    const names = (await readSeries())
      .map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ''))
      .filter((name) => !/^muster_(?:process|nodejs)_/.test(name));
    expect([...new Set(names)].filter((name) => !documented.has(name))).toEqual([]);
  });

  it('has the metrics and labels that the page compares with those of OpenTelemetry', async () => {
    const series = await readSeries();
    const names = new Set(series.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')));
    const missing = otelMetrics.map(([ours]) => ours).filter((ours) => !names.has(ours));
    const labels = otelLabels.map(([ours]) => ours).filter((ours) => !labelNames.includes(ours));
    expect([missing, labels]).toEqual([[], []]);
  });

  itEach(['a real Prometheus'], hasPrometheus)(
    'has data for every query of %s for dashboards and alerts',
    async () => {
      const { folder, stack } = world();
      const opsUrls = stack.opsUrls.map(({ url }) => url);
      const prometheus = await startPrometheus({ opsUrls, folder }, ruleGroups);
      try {
        await until('a scrape of each process', async () =>
          (await prometheus.count('up == 1')) === opsUrls.length ? true : undefined,
        );
        // Those of NATS are asked of a NATS server with its container for metrics, in e2e/nats.
        // Which companies are busy is asked in the story of triage, whose stack exports it.
        let silent = askedWith('30s').filter(
          ({ expr }) => !/muster_(?:nats_|company_usage)/.test(expr),
        );
        await until('data for each query', async () => {
          await work();
          const found = await Promise.all(silent.map(({ expr }) => prometheus.count(expr)));
          silent = silent.filter((_, index) => found[index] === 0);
          return silent.length === 0 ? true : undefined;
        }).catch(() => undefined);
        expect(silent).toEqual([]);
        expect(await prometheus.ruleErrors()).toEqual([]);
      } finally {
        await prometheus.stop();
      }
    },
  );
});
