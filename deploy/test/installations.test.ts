/** What the values of an installation change, and what tools that apply the chart rely on. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workloads } from '../tables/workloads.ts';
import { alerts } from '../monitoring/alerts.ts';
import { runbookPage } from '../monitoring/runbooks.ts';
import {
  dataOf,
  DIGEST,
  documentsOf,
  everything,
  helmTemplate,
  idOf,
  installations,
  isOfRunners,
  named,
} from './chart.ts';
import type { Document } from './schemas.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-push-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const push = (engine: string, lines: readonly string[], ...images: string[]): string => {
  const program = join(folder, engine);
  writeFileSync(program, lines.join('\n'), { mode: 0o755 });
  return execFileSync(join(import.meta.dirname, '../images/push.sh'), images, {
    env: { PATH: process.env['PATH'], ENGINE: program, PREFIX: 'r.acme.com/muster/' },
    encoding: 'utf8',
  });
};

const own = helmTemplate(everything, 'acme-agents');

describe('an installation', () => {
  it('names no namespace and no host but its own', () => {
    const text = JSON.stringify(
      own.filter(({ kind, metadata }) => kind !== 'ConfigMap' || metadata.name === 'muster'),
    );
    expect(text.match(/\bmuster\.svc|muster\.example\.com|"namespace":"muster"/g)).toBeNull();
    expect(named(own, 'ScaledObject', 'issues')).toMatchObject({
      spec: {
        triggers: [
          { type: 'cpu' },
          { metadata: { query: expect.stringContaining('{namespace="acme-agents"') } },
        ],
      },
    });
    expect(text).toContain('http://gateway.acme-agents.svc:8080');
    expect(named(own, 'Ingress', 'gateway')).toMatchObject({
      metadata: { annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' } },
      spec: { rules: [{ host: 'muster.acme.com' }], tls: [{ hosts: ['muster.acme.com'] }] },
    });
    expect(named(own, 'HTTPRoute', 'gateway')).toMatchObject({
      spec: { hostnames: ['muster.acme.com'], rules: [{ timeouts: { request: '0s' } }] },
    });
    expect(named(own, 'PodMonitor', 'muster')).toMatchObject({
      metadata: { labels: { release: 'kube-prometheus-stack' } },
      spec: { namespaceSelector: { matchNames: ['acme-agents', 'muster-runners'] } },
    });
  });

  it('runs an image by its digest where one is named', () => {
    expect(named(own, 'Deployment', 'gateway')).toMatchObject({
      spec: {
        template: {
          spec: {
            priorityClassName: 'muster-services',
            containers: [{ image: `registry.example.com/muster/gateway@${DIGEST}` }],
          },
        },
      },
    });
    expect(named(own, 'StatefulSet', 'nats')).toMatchObject({
      spec: { template: { spec: { priorityClassName: 'muster-servers' } } },
    });
  });

  it('runs every image by its digest with the values that push.sh prints', () => {
    const printed = push('engine', ['#!/bin/sh', `[ "$1" = push ] || echo "$5@${DIGEST}"`]);
    const documents = helmTemplate({ ...(parse(printed) as object), runners: { enabled: true } });
    const ours = JSON.stringify(documents).match(/"image":"[^"]*muster[^"]*"/g) ?? [];
    // The image of the setup also exports the metrics of the NATS servers, and a runner prepares its folder.
    expect(ours).toHaveLength(workloads.length + 4);
    for (const image of ours) {
      expect(image).toMatch(/^"image":"r\.acme\.com\/muster\/[a-z]+@sha256:a{64}"$/);
    }
  });

  it('has the digests that the registry gives what podman pushes, not those of the images here', () => {
    const lines = ['#!/bin/sh', `[ "$1" = push ] || exec echo "r/x@sha256:${'0'.repeat(64)}"`];
    const printed = push('podman', [...lines, `echo ${DIGEST} >"$4"`], 'gateway');
    expect(parse(printed)).toEqual({
      image: { prefix: 'r.acme.com/muster/', digests: { gateway: DIGEST } },
    });
  });

  it('has the setup job made anew by tools that compare a cluster with its repository', () => {
    expect(named(documentsOf('production'), 'Job', 'setup-1').metadata).toMatchObject({
      annotations: {
        'argocd.argoproj.io/hook': 'Sync',
        'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
        'kustomize.toolkit.fluxcd.io/force': 'enabled',
      },
    });
  });

  it('has alerts link to the runbooks where it says that these are, and to nothing elsewhere', () => {
    const linksIn = (documents: readonly Document[]) => {
      const { spec } = named(documents, 'PrometheusRule', 'muster') as unknown as {
        spec: { groups: { rules: { alert?: string; annotations?: { runbook_url?: string } }[] }[] };
      };
      return spec.groups
        .flatMap(({ rules }) => rules)
        .flatMap(({ alert, annotations }) =>
          alert === undefined ? [] : [annotations?.runbook_url],
        );
    };
    const of = (alert: string) => `https://git.acme.com/muster/-/blob/main/${runbookPage(alert)}`;
    expect(new Set(linksIn(own))).toEqual(new Set(alerts.map(({ name }) => of(name))));
    const without = helmTemplate({ monitoring: { enabled: true } });
    expect(new Set(linksIn(without))).toEqual(new Set([undefined]));
  });
});

describe('servers of your own', () => {
  const external = documentsOf('external');
  const egressOf = (documents: readonly Document[], name: string) =>
    (named(documents, 'NetworkPolicy', name) as unknown as { spec: { egress: object[] } }).spec
      .egress;
  const block = (cidr: string) => [{ ipBlock: { cidr } }];
  const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }));

  it('are reached where NATS is external, and no server of it is left', () => {
    const ofNats = external.filter(({ metadata }) => /^nats\b/.test(metadata.name));
    expect(ofNats.map(idOf)).toEqual([]);
    expect(dataOf(external, 'muster')).toMatchObject({ NATS_URL: 'tls://nats.example.com:4222' });
    expect(JSON.stringify(external)).not.toContain('nats-peers');
    expect(egressOf(external, 'external-nats')).toEqual([
      { to: block('10.20.2.0/24'), ports: tcp(4_222) },
    ]);
  });

  it('are the only ones that pods reach where their networks are named', () => {
    const postgres = { to: block('10.20.0.0/24'), ports: tcp(5_432) };
    const redis = { to: block('10.20.1.0/24'), ports: tcp(6_379, 26_379) };
    expect(egressOf(external, 'setup')).toEqual([postgres]);
    for (const { name } of workloads) {
      const hasRedis = ['gateway', 'scheduler'].includes(name);
      const egress = egressOf(external, name);
      expect(egress).toContainEqual(postgres);
      expect(egress.some((each) => JSON.stringify(each).includes('26379'))).toBe(hasRedis);
      if (hasRedis) expect(egress).toContainEqual(redis);
      expect(egress.filter((each) => !('to' in each))).toEqual([]);
    }
  });

  it('may be anywhere by default, at their usual ports', () => {
    const documents = documentsOf('default');
    expect(egressOf(documents, 'setup')).toEqual([{ ports: tcp(5_432) }]);
    expect(egressOf(documents, 'gateway')).toContainEqual({ ports: tcp(6_379) });
    expect(
      egressOf(
        helmTemplate({ ...installations['external'], nats: { enabled: false } }),
        'external-nats',
      ),
    ).toEqual([{ ports: tcp(4_222) }]);
  });

  it('include the resolvers of the cluster, in their namespace or anywhere', () => {
    const namesWith = (values: object) =>
      helmTemplate({ ...values, runners: { enabled: true } }).flatMap((document) =>
        document.kind === 'NetworkPolicy' && document.metadata.name === 'names'
          ? [egressOf([document], 'names')]
          : [],
      );
    const to = (namespaceSelector: object) => [
      { to: [{ namespaceSelector }, { ipBlock: { cidr: '169.254.20.10/32' } }] },
    ];
    const system = { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } };
    expect(namesWith({})).toMatchObject([to(system), to(system)]);
    expect(namesWith({ dns: { namespace: '' } })).toEqual([
      [expect.objectContaining(to({})[0])],
      [expect.objectContaining(to({})[0])],
    ]);
  });

  it('include a proxy, which what calls out may reach, and no other pod', () => {
    const proxy = { to: block('10.9.0.0/24'), ports: tcp(3_128) };
    const callers = workloads.filter(({ name }) =>
      JSON.stringify(egressOf(own, name)).includes('10.9.0.0/24'),
    );
    expect(callers.map(({ name }) => name).toSorted()).toEqual(['gateway', 'scheduler']);
    expect(egressOf(own, 'gateway')).toContainEqual(proxy);
    expect(egressOf(own, 'runner')).not.toContainEqual(proxy);
  });

  it('with certificates of a private authority are trusted by every process', () => {
    const templates = documentsOf('private-ca').flatMap((document) => {
      if (!['Deployment', 'Job'].includes(document.kind)) return [];
      return [(document as unknown as { spec: { template: { spec: object } } }).spec];
    });
    expect(templates).toHaveLength(workloads.length + 1);
    for (const { template } of templates) {
      expect(template.spec).toMatchObject({
        volumes: expect.arrayContaining([{ name: 'ca', configMap: { name: 'muster-ca' } }]),
        containers: [
          {
            env: expect.arrayContaining([{ name: 'NODE_EXTRA_CA_CERTS', value: '/run/ca/ca.crt' }]),
            volumeMounts: expect.arrayContaining([
              { name: 'ca', mountPath: '/run/ca', readOnly: true },
            ]),
          },
        ],
      });
    }
  });
});

describe('the files of issues', () => {
  it('are in the claim that is named, for the gateway and issues, and nowhere without one', () => {
    const mountPath = '/var/lib/muster/files';
    const keepersIn = (documents: readonly object[]): string[] =>
      documents.flatMap((document) => {
        const of = document as { kind: string; metadata: { name: string } };
        return of.kind === 'Deployment' && JSON.stringify(document).includes(mountPath)
          ? [of.metadata.name]
          : [];
      });
    const documents = helmTemplate({ files: { claim: 'muster-files' } });
    expect(keepersIn(documents).toSorted()).toEqual(['gateway', 'issues']);
    expect(keepersIn(helmTemplate({}))).toEqual([]);
    expect(named(documents, 'Deployment', 'gateway')).toMatchObject({
      spec: {
        template: {
          spec: {
            volumes: expect.arrayContaining([
              { name: 'files', persistentVolumeClaim: { claimName: 'muster-files' } },
            ]),
            containers: [
              {
                env: expect.arrayContaining([{ name: 'FILE_STORE_FOLDER', value: mountPath }]),
                volumeMounts: expect.arrayContaining([{ name: 'files', mountPath }]),
              },
            ],
          },
        },
      },
    });
  });
});

describe('the bucket of the files of issues', () => {
  it('is reached by the gateway and issues alone, where its networks are named', () => {
    const cidr = '10.9.0.0/24';
    const reachedBy = (values: object): string[] =>
      helmTemplate(values)
        .filter(({ kind }) => kind === 'NetworkPolicy')
        .filter((document) => JSON.stringify(document).includes(cidr))
        .map(({ metadata }) => metadata.name)
        .toSorted();
    const bucket = { addresses: [cidr], ports: [9000] };
    expect(reachedBy({ files: { bucket } })).toEqual(['gateway', 'issues']);
    expect(reachedBy({})).toEqual([]);
  });
});

describe('the runners of a pool', () => {
  it('are as many more, in its namespace and on its nodes', () => {
    const pool = { namespace: 'gpu', replicas: 1, nodeSelector: { accelerator: 'gpu' } };
    const all = helmTemplate({
      runners: { enabled: true, settings: { LOG_LEVEL: 'debug' }, pools: [pool] },
      nodeSelector: { pool: 'services' },
      monitoring: { enabled: true },
    });
    const ofPool = all.filter(
      ({ metadata }) => (metadata as { namespace?: string }).namespace === 'gpu',
    );
    expect(ofPool.map(({ kind }) => kind).toSorted()).toEqual(
      all
        .filter(isOfRunners)
        .map(({ kind }) => kind)
        .toSorted(),
    );
    expect(named(ofPool, 'StatefulSet', 'runner')).toMatchObject({
      spec: { replicas: 1, template: { spec: { nodeSelector: pool.nodeSelector } } },
    });
    expect(named(ofPool, 'ConfigMap', 'runner')).toMatchObject({ data: { LOG_LEVEL: 'debug' } });
    expect(named(all.filter(isOfRunners), 'StatefulSet', 'runner')).toMatchObject({
      spec: { replicas: 2, template: { spec: { nodeSelector: { pool: 'services' } } } },
    });
    expect(JSON.stringify(named(all, 'PodMonitor', 'muster'))).toContain('"gpu"');
  });
});
