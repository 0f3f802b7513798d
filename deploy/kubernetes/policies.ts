/** Network policies: deny all traffic, then allow each connection that is needed. */
import type { Manifest } from './objects.ts';
import { labelsOf } from './pods.ts';
import { ofRunners, RUNNER } from './runners.ts';
import { SETUP } from './setup.ts';
import { NAMESPACE, ports, workloads, type Reach, type Workload } from './workloads.ts';

const apiVersion = 'networking.k8s.io/v1';
const kind = 'NetworkPolicy';
const POSTGRES_PORT = 5_432;
const REDIS_PORT = 6_379;
/** Port of a trace collector: OTLP over HTTP. */
const OTLP_PORT = 4_318;
/** Address of NodeLocal DNSCache, which is outside of the pod network. */
const NODE_LOCAL_DNS = '169.254.20.10/32';
/** Namespaces of the monitoring: they scrape metrics and receive traces. */
const watchers = { namespaceSelector: { matchLabels: { 'muster.dev/monitoring': 'true' } } };
/** Networks of the cluster, of nodes and of metadata services, which are not the internet. */
const INSIDE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'];

const selecting = (name: string) => ({ podSelector: { matchLabels: labelsOf(name) } });
const tcp = (...list: (number | string)[]) => list.map((port) => ({ protocol: 'TCP', port }));

/** Postgres and Redis may be at any address; an overlay narrows their policies. */
const edges: Readonly<Record<Reach, object>> = {
  postgres: { ports: tcp(POSTGRES_PORT) },
  redis: { ports: tcp(REDIS_PORT) },
  internet: {
    to: [{ ipBlock: { cidr: '0.0.0.0/0', except: INSIDE } }],
    ports: tcp(443),
  },
};

const defaultDeny: Manifest = {
  apiVersion,
  kind,
  metadata: { name: 'default-deny' },
  spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
};

/** Every pod may resolve names. */
const names: Manifest = {
  apiVersion,
  kind,
  metadata: { name: 'names' },
  spec: {
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [
      {
        to: [{ namespaceSelector: {} }, { ipBlock: { cidr: NODE_LOCAL_DNS } }],
        ports: [
          { protocol: 'UDP', port: 53 },
          { protocol: 'TCP', port: 53 },
        ],
      },
    ],
  },
};

export const policies = (): Manifest[] => [
  defaultDeny,
  names,
  ...workloads.map(policyOf),
  {
    apiVersion,
    kind,
    metadata: { name: SETUP },
    spec: {
      ...selecting(SETUP),
      policyTypes: ['Ingress', 'Egress'],
      egress: [edges.postgres],
    },
  },
  natsPolicy(),
];

/** A pod of Muster, as the namespace of the runners sees it. */
const ofMuster = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAMESPACE } },
  ...selecting(name),
});

/** The policies of the runners' namespace. */
export const policiesOfRunners = (): Manifest[] => [
  defaultDeny,
  names,
  {
    apiVersion,
    kind,
    metadata: { name: RUNNER },
    spec: {
      ...selecting(RUNNER),
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        { from: [ofMuster('scheduler')], ports: tcp(ports.runner) },
        { from: [watchers], ports: tcp(ports.ops) },
      ],
      egress: [{ to: [ofMuster('gateway')], ports: tcp(ports.http) }, edges.internet],
    },
  },
];

/** What the scheduler may do more where there are runners. */
export const policyTowardsRunners = (): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'scheduler-to-runners' },
  spec: {
    ...selecting('scheduler'),
    policyTypes: ['Egress'],
    egress: [
      {
        to: [{ namespaceSelector: { matchLabels: ofRunners }, ...selecting(RUNNER) }],
        ports: tcp(ports.runner),
      },
    ],
  },
});

const policyOf = ({ name, reaches }: Workload): Manifest => ({
  apiVersion,
  kind,
  metadata: { name },
  spec: {
    ...selecting(name),
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      // Metrics are scraped from namespaces with the monitoring label only.
      { from: [watchers], ports: tcp(ports.ops) },
      ...(name === 'gateway' ? [{ ports: tcp(ports.http) }] : []),
    ],
    egress: [
      { to: [selecting('nats')], ports: tcp(ports.nats) },
      { to: [watchers], ports: tcp(OTLP_PORT) },
      ...reaches.map((reach) => edges[reach]),
    ],
  },
});

const natsPolicy = (): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'nats' },
  spec: {
    ...selecting('nats'),
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'muster' } } }],
        ports: tcp(ports.nats),
      },
      { from: [selecting('nats')], ports: tcp(ports.natsRoutes) },
      { from: [watchers], ports: tcp(ports.ops) },
    ],
    egress: [{ to: [selecting('nats')], ports: tcp(ports.natsRoutes) }],
  },
});
