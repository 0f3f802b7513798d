/**
 * Autoscaling by late events and CPU for clusters with KEDA: one ScaledObject per service, with a trigger
 * for the CPU, which requests use, and one for the age of its oldest unapplied event, which Prometheus has.
 */
import type { ServiceName } from '@muster/contracts';
import { type Manifest, CPU_TARGET_PERCENT, SHRINK_AFTER_SECONDS } from './objects.ts';
import { labelsOf } from './pods.ts';
import { NAMESPACE, workloads, type Workload } from './workloads.ts';

/** An overlay names another one. */
export const PROMETHEUS = 'http://prometheus.monitoring.svc:9090';
/** Age for which one replica suffices, so fifteen seconds ask for three. A sweep finds a lost event sooner. */
const AGE_SECONDS = 5;
const LOOK_EVERY_SECONDS = 10;

/** The metric leaves out companies that a failing reaction blocks: more replicas would not help them. */
export const unappliedQuery = (service: ServiceName, namespace: string): string =>
  `max(muster_oldest_unapplied_seconds{namespace="${namespace}",service="${service}"})`;

export const scaledObjects = (): Manifest[] => workloads.map(scaledObject);

export const scaledObject = ({ name, replicas }: Workload): Manifest => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: { name, labels: labelsOf(name) },
  spec: {
    scaleTargetRef: { name },
    minReplicaCount: replicas.min,
    maxReplicaCount: replicas.max,
    pollingInterval: LOOK_EVERY_SECONDS,
    cooldownPeriod: SHRINK_AFTER_SECONDS,
    triggers: [
      {
        type: 'cpu',
        metricType: 'Utilization',
        metadata: { value: String(CPU_TARGET_PERCENT) },
      },
      {
        type: 'prometheus',
        metadata: {
          serverAddress: PROMETHEUS,
          query: unappliedQuery(name, NAMESPACE),
          threshold: String(AGE_SECONDS),
        },
      },
    ],
  },
});
