/** The Kubernetes objects of one service. */
import { MAX_SURGE } from './connections.ts';
import { labelsOf, podOf } from './pods.ts';
import { ports, type Workload } from './workloads.ts';

/** CPU usage, as a share of the CPU request, above which a service gets another pod. */
export const CPU_TARGET_PERCENT = 70;
/** Load must be low for this long before pods are removed: it often returns. */
export const SHRINK_AFTER_SECONDS = 300;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: object;
    readonly annotations?: object;
  };
  readonly [field: string]: unknown;
}

const named = (name: string) => ({ metadata: { name, labels: labelsOf(name) } });

export const objectsOf = (workload: Workload, known: readonly string[]): Manifest[] => [
  deploymentOf(workload, known),
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    ...named(workload.name),
    automountServiceAccountToken: false,
  },
  serviceOf(workload),
  autoscalerOf(workload),
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    ...named(workload.name),
    spec: {
      selector: selectorOf(workload),
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    },
  },
];

const selectorOf = ({ name }: Workload) => ({ matchLabels: labelsOf(name) });

const deploymentOf = (workload: Workload, known: readonly string[]): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  ...named(workload.name),
  spec: {
    selector: selectorOf(workload),
    revisionHistoryLimit: 5,
    // A new pod starts before an old one stops, so two versions run side by side for a while.
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: MAX_SURGE } },
    template: podOf(workload, known),
  },
});

const serviceOf = ({ name }: Workload): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  ...named(name),
  spec: {
    selector: labelsOf(name),
    ports: [...(name === 'gateway' ? [portOf('http', ports.http)] : []), portOf('ops', ports.ops)],
  },
});

/**
 * KEDA refuses a ScaledObject while another autoscaler has its deployment, unless that one says so. Helm creates the one before it
 * deletes the other, in both directions. KEDA's own autoscaler has another name, so neither takes the other's place; for
 * the seconds in which there are two, Kubernetes leaves the number of pods alone.
 */
const BESIDE_KEDA = { 'validations.keda.sh/hpa-ownership': 'false' };

const autoscalerOf = ({ name, replicas }: Workload): Manifest => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name, labels: labelsOf(name), annotations: BESIDE_KEDA },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: replicas.min,
    maxReplicas: replicas.max,
    metrics: [
      {
        type: 'Resource',
        resource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: CPU_TARGET_PERCENT },
        },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: SHRINK_AFTER_SECONDS } },
  },
});

const portOf = (name: string, port: number) => ({ name, port, targetPort: name });
