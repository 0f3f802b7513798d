/** The objects of one service, in the order in which a reader wants them. */
import { labelsOf, podOf } from './pods.ts';
import { ports, type Workload } from './workloads.ts';

/** Above this share of what it requested, a service gets another pod. */
export const CPU_TARGET_PERCENT = 70;
/** A pod that was busy a moment ago is kept for the next moment. */
export const SHRINK_AFTER_SECONDS = 300;

export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: object };
  readonly [field: string]: unknown;
};

const named = (name: string) => ({ metadata: { name, labels: labelsOf(name) } });

export const objectsOf = (workload: Workload, known: readonly string[]): Manifest[] => {
  const { name, replicas } = workload;
  const selector = { matchLabels: labelsOf(name) };
  return [
    {
      apiVersion: 'apps/v1', kind: 'Deployment', ...named(name),
      spec: {
        selector,
        revisionHistoryLimit: 5,
        // New pods come before old ones go: two versions run side by side for a while.
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: podOf(workload, known),
      },
    },
    {
      apiVersion: 'v1', kind: 'ServiceAccount', ...named(name),
      automountServiceAccountToken: false,
    },
    {
      apiVersion: 'v1', kind: 'Service', ...named(name),
      spec: {
        selector: labelsOf(name),
        ports: [
          ...(name === 'gateway' ? [portOf('http', ports.http)] : []),
          portOf('ops', ports.ops),
        ],
      },
    },
    {
      apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', ...named(name),
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        minReplicas: replicas.min,
        maxReplicas: replicas.max,
        metrics: [{
          type: 'Resource',
          resource: {
            name: 'cpu', target: { type: 'Utilization', averageUtilization: CPU_TARGET_PERCENT },
          },
        }],
        behavior: { scaleDown: { stabilizationWindowSeconds: SHRINK_AFTER_SECONDS } },
      },
    },
    {
      apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', ...named(name),
      spec: { selector, maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
    },
  ];
};

const portOf = (name: string, port: number) => ({ name, port, targetPort: name });
