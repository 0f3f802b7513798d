/**
 * The setup command in a cluster: a Job before each version, and a CronJob that makes the streams
 * again should NATS have lost what it kept.
 */
import { serviceNames } from '@muster/contracts';
import type { Manifest } from './objects.ts';
import {
  containerSecurity, fromSettings, labelsOf, optionalSecretVariables, podSecurity, secretFiles,
  secretVolume,
} from './pods.ts';
import { optionalSecretsOf, secretsFolder, type Mounted } from './settings.ts';

export const SETUP = 'setup';
/** How long events may come by the slow way when NATS is empty. */
const EVERY_FEW_MINUTES = '*/3 * * * *';
/** A job that is over goes, so that the next version's can be made under the same name. */
const KEPT_SECONDS = 300;
/** Servers may come up later than the job: it is tried again, ever more slowly. */
const TRIES_MAX = 20;

const key: Mounted = { variable: 'NATS_NKEY_SEED', secret: 'muster-nats', key: SETUP };
const owner: Mounted = { variable: 'DATABASE_URL', secret: 'muster-database', key: 'owner' };
const logins: readonly Mounted[] = serviceNames.map((service) => ({
  variable: `${service.toUpperCase()}_DATABASE_URL`, secret: 'muster-database', key: service,
}));

export const setupObjects = (): Manifest[] => [
  {
    apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: SETUP, labels: labelsOf(SETUP) },
    automountServiceAccountToken: false,
  },
  {
    apiVersion: 'batch/v1', kind: 'Job', metadata: { name: SETUP, labels: labelsOf(SETUP) },
    spec: {
      backoffLimit: TRIES_MAX, ttlSecondsAfterFinished: KEPT_SECONDS,
      template: podOf([], [owner, ...logins, key]),
    },
  },
  {
    apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'streams', labels: labelsOf(SETUP) },
    spec: {
      schedule: EVERY_FEW_MINUTES,
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 60,
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 2,
      jobTemplate: {
        spec: { backoffLimit: 2, activeDeadlineSeconds: 120, template: podOf(['streams'], [key]) },
      },
    },
  },
];

const podOf = (args: readonly string[], secrets: readonly Mounted[]) => ({
  metadata: { labels: labelsOf(SETUP) },
  spec: {
    serviceAccountName: SETUP,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    restartPolicy: 'OnFailure',
    securityContext: podSecurity,
    containers: [{
      name: SETUP,
      image: 'muster/setup',
      ...(args.length > 0 ? { args } : {}),
      envFrom: fromSettings(SETUP),
      env: [
        // The queue of runs is in Redis.
        { name: 'QUEUE_IN_POSTGRES', value: 'false' },
        ...secretFiles(secrets),
        ...optionalSecretVariables(optionalSecretsOf(['NATS_CA', 'NATS_CERT', 'NATS_KEY'])),
      ],
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
      securityContext: containerSecurity,
      volumeMounts: [
        { name: 'secrets', mountPath: secretsFolder, readOnly: true },
        { name: 'tmp', mountPath: '/tmp' },
      ],
    }],
    volumes: [secretVolume(secrets), { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  },
});
