/** The pod of a service: least rights, probes as the ops server has them, secrets as files. */
import type { Workload } from './workloads.ts';
import { ports } from './workloads.ts';
import { optionalSecretsOf, secretsFolder, secretsOf, type Mounted } from './settings.ts';

/** A number that nobody on a node has. */
const USER = 10_001;
/** Longer than an orderly end takes, which is 25 s at most, and the pause before it. */
export const GRACE_SECONDS = 40;
/** In this time every proxy has heard that the pod is going, so nothing comes in any more. */
export const PAUSE_SECONDS = 5;

export const labelsOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'muster',
});

/** Of a pod: nobody in particular, and nothing that a cluster could be asked for. */
export const podSecurity = {
  runAsNonRoot: true,
  runAsUser: USER,
  runAsGroup: USER,
  fsGroup: USER,
  seccompProfile: { type: 'RuntimeDefault' },
};

export const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** Of the whole installation, and of one workload where that is to differ. */
export const fromSettings = (name: string) => [
  { configMapRef: { name: 'muster' } },
  { configMapRef: { name: `muster-${name}`, optional: true } },
];

export const optionalSecretVariables = (secrets: readonly Mounted[]) =>
  secrets.map(({ variable: name, secret, key }) => ({
    name, valueFrom: { secretKeyRef: { name: secret, key, optional: true } },
  }));

/** Variables that name the files of secrets, and the volume with the files. */
export const secretFiles = (secrets: readonly Mounted[]) =>
  secrets.map(({ variable }) => ({
    name: `${variable}_FILE`, value: `${secretsFolder}/${variable}`,
  }));
export const secretVolume = (secrets: readonly Mounted[]) => ({
  name: 'secrets',
  projected: {
    defaultMode: 0o440,
    sources: secrets.map(({ secret, key, variable }) => ({
      secret: { name: secret, items: [{ key, path: variable }] },
    })),
  },
});

export const podOf = (workload: Workload, known: readonly string[]) => {
  const { name } = workload;
  return {
    metadata: { labels: labelsOf(name) },
    spec: {
      serviceAccountName: name,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: GRACE_SECONDS,
      securityContext: podSecurity,
      topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map(
        (topologyKey) => ({
          maxSkew: 1,
          topologyKey,
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: labelsOf(name) },
        })),
      containers: [containerOf(workload, known)],
      volumes: volumesOf(workload, known),
    },
  };
};

const containerOf = (
  { name, cpu, memory, memoryMax }: Workload,
  known: readonly string[],
) => ({
  name,
  image: `muster/${name}`,
  envFrom: fromSettings(name),
  env: [
    { name: 'REPLICA', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ...secretFiles(secretsOf(name, known)),
    ...optionalSecretVariables(optionalSecretsOf(known)),
  ],
  ports: [
    ...(name === 'gateway' ? [{ name: 'http', containerPort: ports.http }] : []),
    { name: 'ops', containerPort: ports.ops },
  ],
  // It waits for the setup job as long as that takes; how it is then, the other probes tell.
  startupProbe: {
    httpGet: { path: '/livez', port: 'ops' }, periodSeconds: 2, failureThreshold: 60,
  },
  readinessProbe: { httpGet: { path: '/readyz', port: 'ops' }, periodSeconds: 5 },
  livenessProbe: {
    httpGet: { path: '/livez', port: 'ops' }, periodSeconds: 10, timeoutSeconds: 5,
    failureThreshold: 6,
  },
  lifecycle: { preStop: { sleep: { seconds: PAUSE_SECONDS } } },
  resources: { requests: { cpu, memory }, limits: { memory: memoryMax } },
  securityContext: containerSecurity,
  volumeMounts: [
    { name: 'secrets', mountPath: secretsFolder, readOnly: true },
    { name: 'tmp', mountPath: '/tmp' },
    ...(name === 'scheduler' ? [{ name: 'runs', mountPath: '/var/lib/muster/runs' }] : []),
  ],
});

const volumesOf = ({ name }: Workload, known: readonly string[]) => [
  secretVolume(secretsOf(name, known)),
  { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
  ...(name === 'scheduler' ? [{ name: 'runs', emptyDir: { sizeLimit: '10Gi' } }] : []),
];
