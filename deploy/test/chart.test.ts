/** The chart: what Helm makes of values, and which it refuses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workloads } from '../tables/workloads.ts';
import {
  chart,
  dataOf,
  everything,
  hasSchema,
  helmLint,
  helmNotes,
  helmTemplate,
  idOf,
  installations,
  named,
  rendered,
} from './chart.ts';
import { faultsOf } from './schemas.ts';

describe('the chart', () => {
  it('has the version of the programs, and the images of this version', () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string };
    const file = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as object;
    expect(file).toMatchObject({ version, appVersion: version });
    expect(JSON.stringify(helmTemplate({}))).toContain(`"image":"muster/gateway:${version}"`);
  });

  it.each(Object.entries(installations))('passes `helm lint --strict`: %s', (_, values) => {
    expect(helmLint(values)).toContain('0 chart(s) failed');
  });

  it.each(rendered)('has no document twice: $installation', ({ documents }) => {
    const ids = documents.map(idOf);
    expect(ids.length).toBeGreaterThan(40);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('gives the namespaces of services and runners wherever they occur', () => {
    const values = {
      ...everything,
      runners: { enabled: true, namespace: 'programs', replicas: 3 },
    };
    const documents = helmTemplate(values, 'acme');
    const rest = documents.filter(
      ({ kind, metadata }) => kind !== 'PrometheusRule' && !metadata.name.endsWith('-dashboard'),
    );
    const text = JSON.stringify(rest);
    expect(text.match(/muster-runners\.|\bmuster\.svc|"namespace":"muster/g)).toBeNull();
    const { MUSTER_RUNNERS = '', MUSTER_API_URL } = dataOf(documents, 'muster');
    expect(MUSTER_API_URL).toBe('http://gateway.acme.svc:8080');
    expect(JSON.parse(MUSTER_RUNNERS)).toEqual(
      [0, 1, 2].map((at) => ({
        name: `runner-${at}`,
        address: `runner-${at}.runner.programs.svc:7300`,
        keyFile: `/run/secrets/runners/runner-${at}`,
      })),
    );
  });

  it('conforms to the Kubernetes API with values of every kind', async () => {
    const values = {
      ...everything,
      autoscaling: 'none',
      image: { ...everything.image, pullSecrets: [{ name: 'registry' }] },
      nats: { replicas: 5 },
      nodeSelector: { pool: 'services' },
      tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
      services: { issues: { settings: { DB_POOL_MAX: '20' } }, gateway: { cpu: '1' } },
    };
    const documents = helmTemplate(values);
    for (const document of documents.filter(hasSchema)) {
      expect([idOf(document), await faultsOf(document)]).toEqual([idOf(document), []]);
    }
    const pod = {
      nodeSelector: values.nodeSelector,
      tolerations: values.tolerations,
      imagePullSecrets: values.image.pullSecrets,
    };
    expect(named(documents, 'Deployment', 'issues')).toMatchObject({
      spec: { replicas: 2, template: { spec: pod } },
    });
    for (const [kind, name] of [
      ['Job', 'setup-1'],
      ['StatefulSet', 'nats'],
      ['StatefulSet', 'runner'],
    ] as const) {
      expect(named(documents, kind, name)).toMatchObject({ spec: { template: { spec: pod } } });
    }
    expect(dataOf(documents, 'muster-issues')).toEqual({ DB_POOL_MAX: '20' });
    expect(dataOf(documents, 'nats')['cluster.conf']).toContain('nats://nats-4.nats-peers:6222\n');
    expect(documents.filter(({ kind }) => kind.endsWith('Autoscaler'))).toEqual([]);
    expect(helmNotes(values)).toContain('job/setup-1');
  });

  it('has one server of NATS by itself, without routes and without others to move clients to', () => {
    const documents = helmTemplate(installations['small'] ?? {});
    expect(dataOf(documents, 'nats')['cluster.conf']).toMatch(/^#.*\n?$/);
    const { spec } = named(documents, 'StatefulSet', 'nats') as unknown as {
      spec: { template: { spec: { containers: object[] } } };
    };
    expect(spec).toMatchObject({ replicas: 1 });
    expect(spec.template.spec.containers[0]).not.toHaveProperty('lifecycle');
  });

  it('starts new pods of a service when its settings change, and of no other', () => {
    const annotationsWith = (values: object) =>
      Object.fromEntries(
        helmTemplate(values).flatMap((document) => {
          if (document.kind !== 'Deployment') return [];
          const { template } = (document as unknown as { spec: { template: object } }).spec;
          return [[document.metadata.name, JSON.stringify(template)]];
        }),
      );
    const before = annotationsWith({});
    expect(Object.keys(before)).toHaveLength(workloads.length);
    for (const issues of [{ settings: { DB_POOL_MAX: '5' } }, { replicas: { max: 5 } }]) {
      const after = annotationsWith({ services: { issues } });
      expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([
        'issues',
      ]);
    }
    const all = annotationsWith({ settings: { LOG_LEVEL: 'debug' } });
    expect(Object.keys(before).filter((name) => before[name] === all[name])).toEqual([]);
  });

  it.each([
    ['a misspelt value', { autoscalling: 'lag' }, "'autoscalling' not allowed"],
    ['a variable that no service knows', { settings: { MUSTER_PUBLIC_URI: 'x' } }, 'settings: no'],
    [
      'a public address without its scheme',
      { settings: { MUSTER_PUBLIC_URL: 'muster.acme.com' } },
      '/settings/MUSTER_PUBLIC_URL',
    ],
    [
      'an address of runbooks without its scheme',
      { monitoring: { runbooksUrl: 'git.acme.com/muster' } },
      '/monitoring/runbooksUrl',
    ],
    [
      'an address of runbooks that no path can follow',
      { monitoring: { runbooksUrl: 'https://git.acme.com/muster?at=main' } },
      '/monitoring/runbooksUrl',
    ],
    ['no public address', { settings: { MUSTER_PUBLIC_URL: null } }, 'MUSTER_PUBLIC_URL'],
    [
      'a secret among the settings',
      { settings: { REDIS_URL: 'redis://:x@y' } },
      'no service has a setting REDIS_URL',
    ],
    ['a number as a variable', { settings: { MUSTER_MAX_RUNS: 200 } }, 'got number, want string'],
    [
      'a variable of another service',
      { services: { billing: { settings: { RUN_CONCURRENCY: '1' } } } },
      'services.billing.settings',
    ],
    [
      'a secret among the variables of a service',
      { services: { gateway: { settings: { MUSTER_MASTER_KEY: 'x' } } } },
      'gateway has no setting MUSTER_MASTER_KEY',
    ],
    ['an unknown autoscaling', { autoscaling: 'gpu' }, '/autoscaling'],
    ['no server of NATS', { nats: { replicas: 0 } }, '/nats/replicas'],
    [
      'a digest that is a tag',
      { image: { digests: { gateway: '0.2.0' } } },
      '/image/digests/gateway',
    ],
    [
      'one of our images by its tag where values refuse tags',
      { image: { requireDigests: true } },
      'image.digests has no digest of',
    ],
    [
      'the image of NATS by its tag there',
      { ...installations['production'], nats: { image: 'nats:2.14.0-alpine' } },
      'nats.image has no digest',
    ],
    [
      'a prefix without its slash',
      { image: { prefix: 'registry.example.com/muster' } },
      '/image/prefix',
    ],
    [
      'a size that is none',
      { services: { gateway: { memory: 'much' } } },
      '/services/gateway/memory',
    ],
    [
      'no replica',
      { services: { gateway: { replicas: { min: 0 } } } },
      '/services/gateway/replicas/min',
    ],
    ['more runners than there are keys', { runners: { replicas: 9 } }, '/runners/replicas'],
    ['an external NATS without its address', { nats: { enabled: false } }, '/settings/NATS_URL'],
    ['an address that is no network', { redis: { addresses: ['10.0.0.1'] } }, '/redis/addresses/0'],
    [
      'autoscaling by late events without Prometheus',
      { autoscaling: 'lag' },
      '/monitoring/prometheusUrl',
    ],
  ])('refuses %s', (_, values, fault) => {
    expect(() => helmTemplate(values)).toThrow(fault);
  });
});
