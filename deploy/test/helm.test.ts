/**
 * The chart, rendered by a renderer of our own that knows the few constructs of its templates: what it
 * makes of a set of values is what kustomize makes of the overlay with the same meaning.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { poolsName } from '../kubernetes/connections.ts';
import { PROMETHEUS } from '../kubernetes/scaling.ts';
import { workloads } from '../kubernetes/workloads.ts';
import { chart, faultsOfValues, helmTemplate } from './helm/chart.ts';
import { helm, templateByHelm } from './programs/helm.ts';
import { renderTemplates } from './helm/render.ts';
import { kustomize } from './kustomize.ts';
import {
  baseOf,
  DIGEST,
  everything,
  idOf,
  openOverlays,
  sorted,
  type Overlays,
} from './overlays.ts';
import { faultsOf, type Document } from './schemas.ts';

const kubernetes = join(import.meta.dirname, '../kubernetes');
const { version } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as { version: string };
const images = [...workloads.map(({ name }) => name), 'setup'];
const min = (replicas: number) => ({ replicas: { min: replicas } });
const max = (replicas: number) => ({ replicas: { min: replicas, max: replicas } });

const production = {
  image: { prefix: 'registry.example.com/muster/', tag: '0.2.0' },
  services: { gateway: min(3), issues: min(3) },
};
const external = {
  ...production,
  settings: { NATS_URL: 'tls://nats.example.com:4222' },
  nats: { enabled: false },
  monitoring: { prometheusUrl: PROMETHEUS },
  privateCa: true,
  autoscaling: 'lag',
};
const small = {
  image: { prefix: 'muster/' },
  nats: { replicas: 1 },
  services: Object.fromEntries(workloads.map(({ name }) => [name, max(1)])),
};
const complete = {
  image: { ...production.image, digests: { gateway: DIGEST } },
  settings: { MUSTER_PUBLIC_URL: 'https://muster.acme.com' },
  services: { gateway: min(2), issues: min(2) },
  autoscaling: 'lag',
  ingress: { enabled: true },
  httpRoute: { enabled: true },
  priority: true,
  privateCa: true,
  runners: { enabled: true },
  monitoring: {
    enabled: true,
    prometheusUrl: PROMETHEUS,
    labels: { release: 'kube-prometheus-stack' },
    runbooksUrl: 'https://git.acme.com/muster/-/blob/main',
  },
};
const installations = [
  ['default', {}, 'muster'],
  ['small', small, 'muster'],
  ['production', production, 'muster'],
  ['external', external, 'muster'],
  ['monitored', { monitoring: { enabled: true } }, 'muster'],
  ['complete', complete, 'acme-agents'],
] as const;
/** `.ci/run` has no Helm; then our renderer alone shows what is installed. */
const compared = helm ? installations : [];

let own: Overlays;
let folders: Readonly<Record<string, string>> = {};
beforeAll(() => {
  own = openOverlays();
  folders = {
    default: own.make('default', baseOf(images, version)),
    small: own.make('tagged', baseOf(images, version).replace('../../base', '../small')),
    production: join(kubernetes, 'overlays/production'),
    external: join(kubernetes, 'overlays/production-external'),
    monitored: own.make(
      'monitored',
      `${baseOf(images, version)}components: [../../../monitoring]\n`,
    ),
    complete: own.make('complete', everything),
  };
}, 60_000);
afterAll(() => own.close());

/**
 * What differs between the two by their nature: how changed settings start pods, a job's name, and pool sizes, which only
 * the chart computes.
 */
function comparable(document: Document): Document {
  const { metadata, ...rest } = structuredClone(document) as Document & {
    data?: object;
    spec?: { template?: { metadata?: { annotations?: object } } };
    metadata: { labels?: object };
  };
  if (document.kind === 'ConfigMap' && metadata.name === 'muster') delete metadata.labels;
  if (metadata.name.startsWith(poolsName(''))) delete rest.data;
  delete rest.spec?.template?.metadata?.annotations;
  const name = document.kind === 'Job' ? 'setup' : metadata.name;
  return { ...rest, metadata: { ...metadata, name } };
}
/** ConfigMaps that the chart lacks: dashboards, and an address that it has as a value. */
const isOfKustomize = ({ metadata }: Document): boolean =>
  metadata.name.endsWith('-dashboard') || metadata.name === 'muster-runbooks';
const isOfRunners = (document: Document): boolean => idOf(document).includes('/muster-runners/');

describe('the chart', () => {
  it.each(installations)('renders what kustomize renders: %s', (name, values, namespace) => {
    const { documents } = helmTemplate(values, { namespace });
    const wanted = kustomize(folders[name] ?? '').filter((each) => !isOfKustomize(each));
    const found = documents.filter((each) => !isOfRunners(each));
    expect(sorted(found.map(comparable))).toEqual(sorted(wanted.map(comparable)));
  });

  it.for(compared)('is rendered by these tests as Helm renders it: %s', ([, values, namespace]) => {
    const { documents } = helmTemplate(values, { namespace });
    expect(sorted(documents)).toEqual(sorted(templateByHelm(values, namespace)));
  });

  it('renders the runners that kustomize renders, in their namespace', () => {
    const values = { image: { prefix: 'muster/' }, runners: { enabled: true } };
    const { documents } = helmTemplate(values, { namespace: 'muster' });
    const wanted = JSON.parse(
      JSON.stringify(kustomize(join(kubernetes, 'runners')).filter(isOfRunners)).replaceAll(
        '"muster/runner"',
        `"muster/runner:${version}"`,
      ),
    ) as Document[];
    const found = documents.filter(isOfRunners);
    expect(sorted(found.map(comparable))).toEqual(sorted(wanted.map(comparable)));
  });

  it('gives the namespaces of services and runners wherever they occur', () => {
    const values = { ...complete, runners: { enabled: true, namespace: 'programs', replicas: 3 } };
    const { documents } = helmTemplate(values, { namespace: 'acme' });
    const rest = documents.filter(({ kind }) => kind !== 'PrometheusRule');
    const text = JSON.stringify(rest);
    expect(text.match(/muster-runners\.|\bmuster\.svc|"namespace":"muster/g)).toBeNull();
    const settings = documents.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'muster',
    ) as unknown as { data: { MUSTER_RUNNERS: string; MUSTER_API_URL: string } };
    expect(settings.data.MUSTER_API_URL).toBe('http://gateway.acme.svc:8080');
    expect(JSON.parse(settings.data.MUSTER_RUNNERS)).toEqual(
      [0, 1, 2].map((at) => ({
        name: `runner-${at}`,
        address: `runner-${at}.runner.programs.svc:7300`,
        keyFile: `/run/secrets/runners/runner-${at}`,
      })),
    );
  });

  it('conforms to the Kubernetes API with values of every kind', async () => {
    const values = {
      ...complete,
      autoscaling: 'none',
      image: { ...complete.image, pullSecrets: [{ name: 'registry' }] },
      nats: { replicas: 5 },
      nodeSelector: { pool: 'services' },
      tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
      services: { issues: { settings: { DB_POOL_MAX: '20' } }, gateway: { cpu: '1' } },
    };
    const { documents, notes } = helmTemplate(values, { namespace: 'muster', revision: 7 });
    for (const document of documents) {
      if (document.apiVersion.startsWith('monitoring.coreos.com/')) continue;
      expect([idOf(document), await faultsOf(document)]).toEqual([idOf(document), []]);
    }
    const found = (kind: string, name: string) =>
      documents.find((each) => each.kind === kind && each.metadata.name === name);
    const pod = {
      nodeSelector: values.nodeSelector,
      tolerations: values.tolerations,
      imagePullSecrets: values.image.pullSecrets,
    };
    expect(found('Deployment', 'issues')).toMatchObject({
      spec: { replicas: 2, template: { spec: pod } },
    });
    expect(found('Job', 'setup-7')).toMatchObject({ spec: { template: { spec: pod } } });
    expect(found('ConfigMap', 'muster-issues')).toMatchObject({ data: { DB_POOL_MAX: '20' } });
    expect(found('ConfigMap', 'nats')).toMatchObject({
      data: { 'cluster.conf': expect.stringContaining('nats://nats-4.nats-peers:6222\n') },
    });
    expect(documents.filter(({ kind }) => kind.endsWith('Autoscaler'))).toEqual([]);
    expect(notes).toContain('job/setup-7');
  });

  it('starts new pods of a service when its settings change, and of no other', () => {
    const annotationsWith = (values: object) =>
      Object.fromEntries(
        helmTemplate({ ...values }, { namespace: 'muster' }).documents.flatMap((document) => {
          if (document.kind !== 'Deployment') return [];
          const { template } = (document as unknown as { spec: { template: Document } }).spec;
          return [[document.metadata.name, JSON.stringify(template.metadata)]];
        }),
      );
    const before = annotationsWith({});
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
    ['a misspelt value', { autoscalling: 'lag' }, 'must NOT have additional properties'],
    ['a variable that no service knows', { settings: { MUSTER_PUBLIC_URI: 'x' } }, '/settings'],
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
    ['a secret among the settings', { settings: { REDIS_URL: 'redis://:x@y' } }, '/settings'],
    ['a number as a variable', { settings: { MUSTER_MAX_RUNS: 200 } }, 'must be string'],
    [
      'a variable of another service',
      { services: { billing: { settings: { RUN_CONCURRENCY: '1' } } } },
      '/services/billing/settings',
    ],
    ['an unknown autoscaling', { autoscaling: 'gpu' }, '/autoscaling'],
    ['no server of NATS', { nats: { replicas: 0 } }, '/nats/replicas'],
    [
      'a digest that is a tag',
      { image: { digests: { gateway: '0.2.0' } } },
      '/image/digests/gateway',
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
    [
      'autoscaling by late events without Prometheus',
      { autoscaling: 'lag' },
      '/monitoring/prometheusUrl',
    ],
  ])('refuses %s', (_, values, fault) => {
    expect(faultsOfValues(values).join('\n')).toContain(fault);
    expect(() => helmTemplate(values, { namespace: 'muster' })).toThrow(fault);
  });

  it.each([
    '{{ with .Values }}x{{ end }}',
    '{{ tpl "x" . }}',
    '{{ if .Values.a }}',
    '{{ end }}',
    '{{ .Values.a.b }}',
    'a }} b',
  ])('is tested by a renderer that knows no more than it needs: %s', (template) => {
    expect(() => renderTemplates({ one: template }, { Values: {} })).toThrow();
  });
});
