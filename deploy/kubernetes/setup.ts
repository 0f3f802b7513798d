/** The setup command in a cluster: a Job for each version. */
import { serviceNames } from '@muster/contracts';
import type { Manifest } from './objects.ts';
import {
  containerSecurity,
  fromSettings,
  labelsOf,
  podSecurity,
  secretFiles,
  secretVolume,
} from './pods.ts';
import { secretsFolder, type Mounted } from './settings.ts';

export const SETUP = 'setup';
/** A finished job is deleted, so that the next version's can have the same name. */
const KEPT_SECONDS = 300;
/** Postgres may start later than the job: it is retried with growing pauses. */
const TRIES_MAX = 20;

/**
 * A job cannot be changed, and this one is deleted when it has finished. So tools that compare a cluster
 * with its repository make it anew at each synchronization, and do not miss it in between.
 */
const forGitOps = {
  'argocd.argoproj.io/hook': 'Sync',
  'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
  'kustomize.toolkit.fluxcd.io/force': 'enabled',
};

const owner: Mounted = { variable: 'DATABASE_URL', secret: 'muster-database', key: 'owner' };
const logins: readonly Mounted[] = serviceNames.map((service) => ({
  variable: `${service.toUpperCase()}_DATABASE_URL`,
  secret: 'muster-database',
  key: service,
}));

export const setupObjects = (): Manifest[] => [
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: SETUP, labels: labelsOf(SETUP) },
    automountServiceAccountToken: false,
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: SETUP, labels: labelsOf(SETUP), annotations: forGitOps },
    spec: {
      backoffLimit: TRIES_MAX,
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: podOf([owner, ...logins]),
    },
  },
];

const podOf = (secrets: readonly Mounted[]) => ({
  metadata: { labels: labelsOf(SETUP) },
  spec: {
    serviceAccountName: SETUP,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    restartPolicy: 'OnFailure',
    securityContext: podSecurity,
    containers: [
      {
        name: SETUP,
        image: 'muster/setup',
        envFrom: fromSettings(SETUP),
        env: [
          // The run queue is in Redis.
          { name: 'QUEUE_IN_POSTGRES', value: 'false' },
          ...secretFiles(secrets),
        ],
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
        securityContext: containerSecurity,
        volumeMounts: [
          { name: 'secrets', mountPath: secretsFolder, readOnly: true },
          { name: 'tmp', mountPath: '/tmp' },
        ],
      },
    ],
    volumes: [secretVolume(secrets), { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  },
});
