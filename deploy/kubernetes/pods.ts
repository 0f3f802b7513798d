/** The pod of a service: least privileges, probes on the ops server, secrets as files. */
import { poolsName } from './connections.ts';
import { ports, type Workload } from './workloads.ts';
import { optionalSecretsOf, secretsFolder, secretsOf, type Mounted } from './settings.ts';

/** A user id that no user of a node has. */
const USER = 10_001;
/** Longer than a graceful stop, which takes 25 s at most, and the pause before it. */
export const GRACE_SECONDS = 40;
/** Time in which every proxy removes the pod from its endpoints, so that no new request arrives. */
export const PAUSE_SECONDS = 5;

/**
 * Longer than load delays an answer of the ops server, which says that a process is ready whatever its load: only one that
 * hangs leaves the endpoints.
 */
const PROBE_TIMEOUT_SECONDS = 5;

const probe = (path: string, periodSeconds: number, failureThreshold: number) => ({
  httpGet: { path, port: 'ops' },
  periodSeconds,
  timeoutSeconds: PROBE_TIMEOUT_SECONDS,
  failureThreshold,
});

export const probes = {
  // Only waits for the process to start: a pod that waits for the setup job is live but unready.
  startupProbe: probe('/livez', 2, 60),
  readinessProbe: probe('/readyz', 5, 3),
  livenessProbe: probe('/livez', 10, 6),
};

export const labelsOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'muster',
});

/** The security context of every pod: an unprivileged user and the default seccomp profile. */
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

/** The settings of the whole installation, then those of this workload, which take precedence. */
export const fromSettings = (name: string) => [
  { configMapRef: { name: 'muster' } },
  { configMapRef: { name: `muster-${name}`, optional: true } },
];

export const optionalSecretVariables = (secrets: readonly Mounted[]) =>
  secrets.map(({ variable: name, secret, key }) => ({
    name,
    valueFrom: { secretKeyRef: { name: secret, key, optional: true } },
  }));

/** Variables that name the files of secrets; `secretVolume` contains the files. */
export const secretFiles = (secrets: readonly Mounted[]) =>
  secrets.map(({ variable }) => ({
    name: `${variable}_FILE`,
    value: `${secretsFolder}/${variable}`,
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
        }),
      ),
      containers: [containerOf(workload, known)],
      volumes: volumesOf(workload, known),
    },
  };
};

const containerOf = ({ name, cpu, memory, memoryMax }: Workload, known: readonly string[]) => ({
  name,
  image: `muster/${name}`,
  // The settings of an operator come after these sizes, and take precedence.
  envFrom: [{ configMapRef: { name: poolsName(name) } }, ...fromSettings(name)],
  env: [
    { name: 'REPLICA', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ...secretFiles(secretsOf(name, known)),
    ...optionalSecretVariables(optionalSecretsOf(name, known)),
  ],
  ports: [
    ...(name === 'gateway' ? [{ name: 'http', containerPort: ports.http }] : []),
    { name: 'ops', containerPort: ports.ops },
  ],
  ...probes,
  lifecycle: { preStop: { sleep: { seconds: PAUSE_SECONDS } } },
  resources: { requests: { cpu, memory }, limits: { memory: memoryMax } },
  securityContext: containerSecurity,
  volumeMounts: [
    { name: 'secrets', mountPath: secretsFolder, readOnly: true },
    { name: 'tmp', mountPath: '/tmp' },
  ],
});

const volumesOf = ({ name }: Workload, known: readonly string[]) => [
  secretVolume(secretsOf(name, known)),
  { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
];
