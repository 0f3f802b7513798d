/**
 * The values of the chart as one JSON schema, with a default and a description each. `values.yaml` is
 * written from it; what operators must not set does not occur.
 */
import type { ServiceName } from '@muster/contracts';
import { REPLICAS, runnerSettings, RUNNERS_NAMESPACE } from '../kubernetes/runners.ts';
import { locationOf, settings } from '../kubernetes/settings.ts';
import { workloads } from '../kubernetes/workloads.ts';
import {
  conditional,
  count,
  DIGEST,
  flag,
  group,
  leaf,
  NAME,
  quantity,
  text,
  texts,
  WEB_FOLDER,
  type Schema,
} from './schema.ts';
import { MAX_CONNECTIONS } from '../kubernetes/connections.ts';
import { ingressAnnotations, natsImage, PODS_MAX } from './defaults.ts';

const images = [...workloads.map(({ name }) => name), 'setup', 'runner'];

/** Other templates use the host of this address. */
const patterns: Readonly<Record<string, object>> = {
  MUSTER_PUBLIC_URL: { pattern: '^https?://[a-z0-9.-]+(:[0-9]+)?/?$' },
};

/** Variables of the ConfigMap; all values are texts, as in any environment. */
const variables = (value: object, known: readonly string[], description: string): Schema => ({
  description,
  type: 'object',
  default: value,
  additionalProperties: false,
  properties: Object.fromEntries(
    known.map((name) => [name, { type: 'string', ...patterns[name] }]),
  ),
});

const inConfigMap = (known: readonly string[]) =>
  [...new Set(known)].filter((variable) => locationOf(variable) === 'ConfigMap').toSorted();

const serviceOf = (
  { cpu, memory, memoryMax, replicas }: (typeof workloads)[number],
  known: readonly string[],
): Schema =>
  group('', {
    replicas: group('Bounds of the autoscaler.', {
      min: count(replicas.min, ''),
      max: count(replicas.max, ''),
    }),
    cpu: quantity(cpu, 'Request; there is no limit.'),
    memory: quantity(memory, 'Request.'),
    memoryMax: quantity(memoryMax, 'Limit.'),
    settings: variables({}, inConfigMap(known), 'Variables for this service alone.'),
  });

const { MUSTER_API_URL: _, ...ownSettings } = settings;

const image = group('Images: `deploy/images/push.sh` pushes them and prints their digests.', {
  prefix: text('muster/', 'Registry and path: registry.example.com/muster/', {
    pattern: '^[\\w./:-]+/$',
  }),
  tag: text('', 'Default: the version of the chart.', { pattern: '^[\\w.-]*$' }),
  digests: texts({}, 'Digest by image, instead of the tag: { gateway: "sha256:…" }', {
    additionalProperties: false,
    properties: Object.fromEntries(
      images.map((name) => [name, { type: 'string', pattern: DIGEST }]),
    ),
  }),
  pullSecrets: leaf('array', [], 'Secrets for the registry: [{ name: registry }]', {
    items: group('', { name: { type: 'string', pattern: NAME } }, { required: ['name'] }),
  }),
});

const database = group('Postgres, which you provide.', {
  maxConnections: count(
    MAX_CONNECTIONS,
    'Its max_connections. The chart refuses more replicas than may connect: docs/operations/install.md.',
    { maximum: 100_000 },
  ),
});

const nats = group('Servers of NATS. Without them, set settings.NATS_URL.', {
  enabled: leaf('boolean', true, ''),
  replicas: count(3, '', { maximum: 5 }),
  image: text(natsImage, '', { pattern: '^[\\w./:@-]+$' }),
});

const ingress = group('An Ingress for the gateway; the annotations are those of ingress-nginx.', {
  enabled: flag(''),
  className: text('nginx', '', { pattern: NAME }),
  tlsSecret: text('muster-tls', '', { pattern: NAME }),
  annotations: texts(ingressAnnotations, ''),
});

const httpRoute = group('A route of the Gateway API for the gateway.', {
  enabled: flag(''),
  gateway: group('The Gateway that it belongs to.', {
    name: text('public', '', { pattern: NAME }),
    namespace: text('gateways', '', { pattern: NAME }),
  }),
});

const runners = group('Runners, in which programs of agents run, in a namespace of their own.', {
  enabled: flag(''),
  namespace: text(
    RUNNERS_NAMESPACE,
    'Make it, with their keys and the label muster.dev/runners=true, before: docs/operations/runners.md.',
    { pattern: NAME },
  ),
  replicas: count(REPLICAS, '', { maximum: PODS_MAX }),
  storage: quantity('20Gi', 'Volume of each runner, with the homes of agents.'),
  settings: texts(runnerSettings, 'Variables of runners.'),
});

const monitoring = group('A PodMonitor and the rules, where the Prometheus operator runs.', {
  enabled: flag(''),
  labels: texts({}, 'What your Prometheus selects, such as { release: kube-prometheus-stack }.'),
  prometheusUrl: text(
    '',
    'Where Prometheus answers, for KEDA: http://prometheus.monitoring.svc:9090.',
    {
      pattern: WEB_FOLDER,
    },
  ),
  runbooksUrl: text(
    '',
    'Where the files of this repository are published: alerts link to docs/runbooks there. Default: no links.',
    { pattern: WEB_FOLDER },
  ),
});

export type KnownBy = (service: ServiceName) => readonly string[];

export const schemaOf = (known: KnownBy): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...group('Values of the chart muster', {
    image,
    settings: {
      required: Object.keys(ownSettings),
      ...variables(
        ownSettings,
        inConfigMap(workloads.flatMap(({ name }) => known(name))),
        'Variables of docs/configuration.md whose place is the ConfigMap, as texts: MUSTER_MAX_RUNS: "200". Addresses are\n' +
          'here: MUSTER_PUBLIC_URL, whose host is also that of the Ingress and the HTTPRoute, and NATS_URL.',
      ),
    },
    services: group(
      'Sizes of the services.',
      Object.fromEntries(
        workloads.map((workload) => [workload.name, serviceOf(workload, known(workload.name))]),
      ),
    ),
    autoscaling: text(
      'cpu',
      'cpu: by CPU; lag: by KEDA, also by the age of unapplied events; none: `min` replicas.',
      {
        enum: ['cpu', 'lag', 'none'],
      },
    ),
    database,
    nats,
    privateCa: flag(
      'Trust the authority in the ConfigMap muster-ca, key ca.crt, for Postgres and Redis.',
    ),
    priority: flag('Make priority classes, and give them to all pods.'),
    nodeSelector: texts({}, 'Nodes for all pods.'),
    tolerations: leaf('array', [], 'Tolerations of all pods.', { items: { type: 'object' } }),
    ingress,
    httpRoute,
    runners,
    monitoring,
  }),
  allOf: [
    conditional(
      { nats: { enabled: { const: false } } },
      { settings: { NATS_URL: { not: { const: settings['NATS_URL'] } } } },
    ),
    conditional(
      { autoscaling: { const: 'lag' } },
      { monitoring: { prometheusUrl: { minLength: 1 } } },
    ),
  ],
});
