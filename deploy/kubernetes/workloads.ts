/** What each service is to a cluster: how big, how many, and what it has to reach. */
import type { ServiceName } from '@muster/contracts';

/** What lies outside of the cluster's own workloads, beside NATS, which everybody speaks. */
export type Reach = 'postgres' | 'redis' | 'gateway' | 'internet';

export interface Workload {
  readonly name: ServiceName;
  /** Requests and limits of one pod; memory is bounded, processor time is not. */
  readonly cpu: string;
  readonly memory: string;
  readonly memoryMax: string;
  readonly replicas: { readonly min: number; readonly max: number };
  readonly reaches: readonly Reach[];
}

/** Port of the HTTP door, of the ops server of every service, and of NATS. */
export const ports = {
  http: 8_080, ops: 9_090, nats: 4_222, natsRoutes: 6_222, natsMonitor: 8_222,
} as const;

export const workloads: readonly Workload[] = [
  {
    name: 'gateway', cpu: '250m', memory: '192Mi', memoryMax: '512Mi',
    replicas: { min: 2, max: 10 }, reaches: ['postgres', 'redis', 'internet'],
  },
  {
    name: 'issues', cpu: '250m', memory: '192Mi', memoryMax: '512Mi',
    replicas: { min: 2, max: 10 }, reaches: ['postgres'],
  },
  {
    name: 'agents', cpu: '100m', memory: '160Mi', memoryMax: '384Mi',
    replicas: { min: 2, max: 6 }, reaches: ['postgres'],
  },
  {
    name: 'approvals', cpu: '50m', memory: '160Mi', memoryMax: '384Mi',
    replicas: { min: 2, max: 4 }, reaches: ['postgres'],
  },
  {
    name: 'billing', cpu: '100m', memory: '160Mi', memoryMax: '384Mi',
    replicas: { min: 2, max: 6 }, reaches: ['postgres'],
  },
  // Agents of the local adapters are its children and share its bounds.
  {
    name: 'scheduler', cpu: '500m', memory: '512Mi', memoryMax: '2Gi',
    replicas: { min: 2, max: 10 }, reaches: ['postgres', 'redis', 'gateway', 'internet'],
  },
];
