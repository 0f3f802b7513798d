/**
 * Runners, in which the programs of agents run. They have a namespace of their own, without a Secret
 * of Muster and without a way to Postgres, NATS or Redis; the scheduler calls them.
 */
import { CAPABILITIES } from '@muster/runner/capabilities';
import { STOP_SECONDS_MAX } from '@muster/runner/stop-time';
import type { Manifest } from './objects.ts';
import { labelsOf, probes } from './pods.ts';
import { ports } from './workloads.ts';

export const RUNNER = 'runner';
export const RUNNERS_NAMESPACE = 'muster-runners';
/** A namespace with this label is one of runners: the scheduler may connect to its pods. */
export const ofRunners = { 'muster.dev/runners': 'true' };
export const REPLICAS = 2;
/** Pods that find their key without a change of these manifests; more need more items. */
export const PODS_MAX = 8;
/** For a busy node, and for processes that a disk holds. */
const SPARE_SECONDS = 10;
const KEYS = 'runner-keys';
const keysFolder = '/run/secrets/runner';

/** The ConfigMap `runner`; an overlay changes and adds keys. */
export const runnerSettings: Readonly<Record<string, string>> = {
  LOG_LEVEL: 'info',
  // Otherwise a runner that cannot change users would take what works instead.
  MUSTER_ISOLATION: 'user',
};

export const podName = (ordinal: number): string => `${RUNNER}-${ordinal}`;

const metadata = { name: RUNNER, labels: labelsOf(RUNNER) };
const selector = { matchLabels: labelsOf(RUNNER) };

const securityContext = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'], add: CAPABILITIES },
};

const container = {
  name: RUNNER,
  image: 'muster/runner',
  envFrom: [{ configMapRef: { name: RUNNER } }],
  env: [
    { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'MUSTER_RUNNER_KEY_FILE', value: `${keysFolder}/current` },
    { name: 'MUSTER_RUNNER_KEY_PREVIOUS_FILE', value: `${keysFolder}/previous` },
  ],
  ports: [
    { name: RUNNER, containerPort: ports.runner },
    { name: 'ops', containerPort: ports.ops },
  ],
  ...probes,
  resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '4Gi' } },
  securityContext,
  volumeMounts: [
    // Only the keys of this pod: the volume also has those of the others.
    { name: 'keys', mountPath: keysFolder, subPathExpr: '$(POD_NAME)', readOnly: true },
    { name: 'runs', mountPath: '/var/lib/muster/runs' },
    { name: 'tmp', mountPath: '/tmp' },
  ],
};

const template = {
  metadata: { labels: labelsOf(RUNNER) },
  spec: {
    serviceAccountName: RUNNER,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: STOP_SECONDS_MAX + SPARE_SECONDS,
    // Root of the pod, which gives each agent a user of its own, is an unprivileged user of the node.
    hostUsers: false,
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: selector,
      },
    ],
    initContainers: [
      {
        // All users may write to an empty folder; the sticky bit keeps them from moving files of others.
        name: 'tmp',
        image: 'muster/runner',
        command: ['chmod', '1777', '/tmp'],
        resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '64Mi' } },
        securityContext: { ...securityContext, capabilities: { drop: ['ALL'] } },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    containers: [container],
    volumes: [
      {
        name: 'keys',
        secret: {
          secretName: KEYS,
          defaultMode: 0o400,
          // An absent key is left out: there is a previous one only while one takes the other's place.
          optional: true,
          items: Array.from({ length: PODS_MAX }, (_, ordinal) => podName(ordinal)).flatMap(
            (name) => [
              { key: name, path: `${name}/current` },
              { key: `${name}-previous`, path: `${name}/previous` },
            ],
          ),
        },
      },
      { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } },
    ],
  },
};

const statefulSet: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata,
  spec: {
    serviceName: RUNNER,
    replicas: REPLICAS,
    selector,
    podManagementPolicy: 'Parallel',
    template,
    volumeClaimTemplates: [
      {
        metadata: { name: 'runs' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '20Gi' } },
        },
      },
    ],
    // The homes of agents outlive the pods, and wait for them when there are fewer of them.
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
  },
};

export const runnerObjects = (): Manifest[] => [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: RUNNERS_NAMESPACE,
      labels: { ...ofRunners, 'pod-security.kubernetes.io/enforce': 'baseline' },
    },
  },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: {
      clusterIP: 'None',
      // A runner that stops finishes its runs, so the scheduler still has to reach it.
      publishNotReadyAddresses: true,
      selector: labelsOf(RUNNER),
      ports: [{ name: RUNNER, port: ports.runner, targetPort: RUNNER }],
    },
  },
  statefulSet,
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata,
    spec: { selector, maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  },
];
