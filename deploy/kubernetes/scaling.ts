/**
 * Scaling by what is waiting instead of by what is busy, for clusters with KEDA: one object a
 * service, with a trigger for each lane that its consumers are behind in, and one for the
 * processor, which the requests keep busy.
 */
import { subjectsIn, LANES } from '@muster/service-kit';
import type { Manifest } from './objects.ts';
import { CPU_TARGET_PERCENT, SHRINK_AFTER_SECONDS } from './objects.ts';
import { labelsOf } from './pods.ts';
import { ports, workloads, type Workload } from './workloads.ts';

/** Where KEDA, in a namespace of its own, asks each server of NATS. */
const NATS = `nats-peers.muster.svc.cluster.local:${ports.natsMonitor}`;
/** A lane goes through about this many events in a second; a lag below is none. */
const LAG_TARGET = 500;
const LOOK_EVERY_SECONDS = 10;

export const scaledObjects = (): Manifest[] => workloads.map(scaledObject);

const scaledObject = ({ name, replicas }: Workload): Manifest => ({
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
        type: 'cpu', metricType: 'Utilization', metadata: { value: String(CPU_TARGET_PERCENT) },
      },
      ...Array.from({ length: LANES }, (_, lane) => ({
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
