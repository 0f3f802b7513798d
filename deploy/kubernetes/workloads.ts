/** The services as workloads: resources, replicas, and the connections that they need. */
import type { ServiceName } from '@muster/contracts';

/** What a service connects to, except NATS, to which all connect. */
export type Reach = 'postgres' | 'redis' | 'internet';

export interface Workload {
  readonly name: ServiceName;
  /** CPU and memory requests of one pod and its memory limit; the CPU has no limit. */
  readonly cpu: string;
  readonly memory: string;
  readonly memoryMax: string;
  readonly replicas: { readonly min: number; readonly max: number };
  readonly reaches: readonly Reach[];
  /** Connections of a process to Postgres that other services do not have. */
  readonly connections?: number;
}

/** The namespace of the services; what refers to it from other namespaces relies on its name. */
export const NAMESPACE = 'muster';

/** Ports of the gateway, of runners, of every process's ops server, and of NATS. */
export const ports = {
  http: 8_080,
  runner: 7_300,
  ops: 9_090,
  nats: 4_222,
  natsRoutes: 6_222,
  natsMonitor: 8_222,
} as const;

export const workloads: readonly Workload[] = [
  {
    name: 'gateway',
    cpu: '250m',
    memory: '192Mi',
    memoryMax: '512Mi',
    replicas: { min: 2, max: 10 },
    reaches: ['postgres', 'redis', 'internet'],
    // Of the sign-in library.
    connections: 3,
  },
  {
    name: 'issues',
    cpu: '250m',
    memory: '192Mi',
    memoryMax: '512Mi',
    replicas: { min: 2, max: 10 },
    reaches: ['postgres'],
  },
  {
    name: 'agents',
    cpu: '100m',
    memory: '160Mi',
    memoryMax: '384Mi',
    replicas: { min: 2, max: 6 },
    reaches: ['postgres'],
  },
  {
    name: 'approvals',
    cpu: '50m',
    memory: '160Mi',
    memoryMax: '384Mi',
    replicas: { min: 2, max: 4 },
    reaches: ['postgres'],
  },
  {
    name: 'billing',
    cpu: '100m',
    memory: '160Mi',
    memoryMax: '384Mi',
    replicas: { min: 2, max: 6 },
    reaches: ['postgres'],
  },
  {
    name: 'scheduler',
    cpu: '500m',
    memory: '192Mi',
    memoryMax: '512Mi',
    replicas: { min: 2, max: 10 },
    reaches: ['postgres', 'redis', 'internet'],
  },
];
