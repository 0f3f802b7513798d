/**
 * Autoscaling by consumer lag and CPU for clusters with KEDA: one ScaledObject per service, with a
 * trigger for each partition of its consumers and one for the CPU, which requests use.
 */
import { subjectsIn, PARTITIONS } from '@muster/service-kit';
import { type Manifest, CPU_TARGET_PERCENT, SHRINK_AFTER_SECONDS } from './objects.ts';
import { labelsOf } from './pods.ts';
import { NAMESPACE, ports, workloads, type Workload } from './workloads.ts';

/** The monitoring address of the NATS servers, as KEDA reaches it from its own namespace. */
const NATS = `nats-peers.${NAMESPACE}.svc.cluster.local:${ports.natsMonitor}`;
/** About the number of events that a partition applies per second: a smaller lag needs no replica. */
const LAG_TARGET = 500;
const LOOK_EVERY_SECONDS = 10;

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
      ...Array.from({ length: PARTITIONS }, (_, lane) => ({
        type: 'nats-jetstream',
        metadata: {
          natsServerMonitoringEndpoint: NATS,
          account: '$G',
          stream: subjectsIn('').stream,
          consumer: subjectsIn('').durable(name, lane),
          lagThreshold: String(LAG_TARGET),
        },
      })),
    ],
  },
});
