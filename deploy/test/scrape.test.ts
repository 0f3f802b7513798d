/** What a Prometheus finds with our scrape configurations: in a cluster, and beside compose. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { serviceNames } from '@muster/contracts';
import { itEach, until } from '@muster/test-kit';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { NATS_METRICS, opsName, withRunner } from '../prometheus/scrape.ts';
import { documentsOf } from './chart.ts';
import { hasPrometheus, serveText, startPrometheus, type Labels } from './prometheus.ts';
import { checkConfig, itEachByPromtool } from './programs/promtool.ts';
import type { Document } from './schemas.ts';

const deploy = join(import.meta.dirname, '..');
const text = (path: string): string => readFileSync(join(deploy, path), 'utf8');
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Template {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly {
      readonly name: string;
      readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
    }[];
  };
}

/**
 * What Prometheus discovers in a cluster for a pod of a workload: a target for each port, or one for a container
 * without ports. Builds of distributions lack that discovery, so the test gives them its result as a file.
 */
function targetsOf({ kind, metadata, ...rest }: Document, ops: number): Target[] {
  const { namespace = '' } = metadata as { namespace?: string };
  const { template } = (rest as unknown as { spec: { template: Template } }).spec;
  const ofPod = {
    __meta_kubernetes_namespace: namespace,
    __meta_kubernetes_pod_name: `${metadata.name}-0`,
    __meta_kubernetes_pod_phase: kind === 'Job' ? 'Succeeded' : 'Running',
  };
  return template.spec.containers.flatMap(({ name, ports }) =>
    (ports ?? [undefined]).map((port) => ({
      targets: [`127.0.0.1:${ops}`],
      labels: {
        ...ofPod,
        __meta_kubernetes_pod_container_name: name,
        ...(port ? { __meta_kubernetes_pod_container_port_name: port.name } : {}),
      },
    })),
  );
}

interface Target {
  readonly targets: readonly string[];
  readonly labels: Labels;
}

const isSelected = (
  document: Document,
  { namespaces, selectors: [selector] }: Discovery,
): boolean => {
  const { namespace = '' } = document.metadata as { namespace?: string };
  const { template } = (document as unknown as { spec: { template: Template } }).spec;
  const [label = '', value] = selector?.label.split('=') ?? [];
  return namespaces.names.includes(namespace) && template.metadata.labels[label] === value;
};

interface Discovery {
  readonly namespaces: { readonly names: readonly string[] };
  readonly selectors: readonly { readonly label: string }[];
}

describe('the scrape configuration for a cluster', () => {
  itEach(['a started Prometheus'], hasPrometheus)(
    'finds every process with an ops port, and no other: %s',
    async () => {
      const process = await serveText('probe{service="what the process says"} 1\n');
      closing.push(process.close);
      const documents = documentsOf('runners').filter(({ kind }) =>
        ['Deployment', 'StatefulSet', 'Job'].includes(kind),
      );
      const configuration = parse(text('prometheus/kubernetes.yaml')) as Configuration;
      const [job] = configuration.scrape_configs;
      const { kubernetes_sd_configs: [discovery] = [], ...rest } = job ?? expect.fail('no job');
      const selected = documents.filter((each) => isSelected(each, discovery ?? expect.fail()));
      expect(selected).toHaveLength(documents.length);
      const found = selected.flatMap((document) => targetsOf(document, process.port));
      configuration.global.scrape_interval = '1s';
      const prometheus = await startPrometheus({
        'prometheus.yaml': stringify({
          ...configuration,
          scrape_configs: [{ ...rest, file_sd_configs: [{ files: ['targets.json'] }] }],
        }),
        'targets.json': JSON.stringify(found),
        'rules.yaml': text('chart/files/rules.yaml'),
      });
      closing.push(prometheus.stop);

      const containers = [...serviceNames, 'runner', 'nats-metrics'];
      const expected = containers.map((name) => ({
        __name__: 'probe',
        job: 'muster',
        service: 'what the process says',
        namespace: name === 'runner' ? 'muster-runners' : 'muster',
        // Which is beside the NATS server.
        pod: name === 'nats-metrics' ? 'nats-0' : `${name}-0`,
        container: name,
      }));
      const scraped = await until('a series of each process', async () => {
        const series = await prometheus.labelsOf('probe');
        return series.length >= expected.length ? series : undefined;
      });
      const byPod = (one: { pod?: string }, other: { pod?: string }): number =>
        (one.pod ?? '').localeCompare(other.pod ?? '');
      expect(scraped.map(({ instance: _, ...labels }) => labels).toSorted(byPod)).toEqual(
        expected.toSorted(byPod),
      );
    },
  );
});

interface Configuration {
  readonly global: { scrape_interval: string };
  readonly scrape_configs: readonly {
    readonly kubernetes_sd_configs?: readonly Discovery[];
    readonly dns_sd_configs?: readonly {
      readonly names: readonly string[];
      readonly port: number;
    }[];
  }[];
}

const Service = z.looseObject({
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ aliases: z.array(z.string()) }))])
    .default(['default']),
  volumes: z.array(z.string()).default([]),
});
const servicesOf = (file: string) =>
  z
    .looseObject({ services: z.record(z.string(), Service) })
    .parse(parse(text(file), { merge: true })).services;

describe('the scrape configuration for compose', () => {
  const before = servicesOf('compose.yaml');
  const added = servicesOf('compose.monitoring.yaml');
  const {
    scrape_configs: [job],
  } = parse(text('prometheus/compose.yaml')) as Configuration;
  const names = job?.dns_sd_configs?.[0]?.names ?? [];

  it('asks each service, and the metrics of NATS, under a name of the network that Prometheus is in', () => {
    const ownNames = [...serviceNames, NATS_METRICS].filter(
      (name) => !(withRunner as readonly string[]).includes(name),
    );
    expect(names.toSorted()).toEqual([...ownNames, ...withRunner.map(opsName)].toSorted());
    for (const name of ownNames) expect(before[name]?.networks).toEqual(['default']);
    for (const name of withRunner) {
      expect(added[name]).toMatchObject({
        environment: { OPS_HOST: opsName(name) },
        networks: { default: { aliases: [opsName(name)] } },
      });
    }
    expect(added['prometheus']?.networks).toEqual(['default']);
    expect(before['runner']?.networks).not.toContain('default');
  });

  it('mounts files that exist', () => {
    const files = (added['prometheus']?.volumes ?? []).flatMap((volume) => {
      const [from = ''] = volume.split(':');
      return from.startsWith('./') ? [from] : [];
    });
    expect(files.filter((file) => !existsSync(join(deploy, file)))).toEqual([]);
    expect(files.map((file) => dirname(file))).toEqual(['./prometheus', './chart/files']);
  });
});

describe('the configuration beside compose', () => {
  itEachByPromtool(['compose.yaml'])(
    'passes `promtool check config`, with the rules beside it: %s',
    (file) => {
      const files = {
        'prometheus.yaml': text(`prometheus/${file}`),
        'rules.yaml': text('chart/files/rules.yaml'),
      };
      expect(checkConfig(files)).toContain('SUCCESS: prometheus.yaml is valid');
    },
  );
});
