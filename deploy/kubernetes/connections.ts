/**
 * Connections to Postgres. Each process has pools of its own, so their sizes follow from the number of processes that there may be:
 * what autoscalers add must not exceed what the server has, or it refuses connections to every service.
 */
import { CONNECTIONS_BESIDE_POOLS } from '@muster/service-kit';
import { workloads, type Workload } from './workloads.ts';

interface Pool {
  /** The size of the pool in one process. */
  readonly variable: 'DB_POOL_MAX' | 'DB_READ_CONNECTIONS' | 'DB_LONG_READ_CONNECTIONS';
  /** What all processes of a service share. */
  readonly ofService: number;
  readonly least: number;
  /** More make a process no faster; the default of the variable. */
  readonly most: number;
}

export const pools: readonly Pool[] = [
  { variable: 'DB_POOL_MAX', ofService: 44, least: 4, most: 10 },
  { variable: 'DB_READ_CONNECTIONS', ofService: 16, least: 1, most: 2 },
  { variable: 'DB_LONG_READ_CONNECTIONS', ofService: 16, least: 1, most: 3 },
];

/** New pods that a rollout starts before it stops old ones. */
export const MAX_SURGE = 1;
/** The setup job, backups, monitoring, people, and what Postgres keeps for superusers. */
export const OTHER_CONNECTIONS = 20;
/** The `max_connections` of Postgres that an installation has unless it says otherwise. */
export const MAX_CONNECTIONS = 750;

/** Connections of a process that no setting changes. */
export const fixedConnectionsOf = ({ connections = 0 }: Workload): number =>
  CONNECTIONS_BESIDE_POOLS + connections;

/** Values for the ConfigMap of a service with so many replicas at most. */
export const poolSizes = (replicasMax: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pools.map(({ variable, ofService, least, most }) => {
      const share = Math.floor(ofService / (replicasMax + MAX_SURGE));
      return [variable, String(Math.max(least, Math.min(most, share)))];
    }),
  );

/** Name of the ConfigMap with the pool sizes of a service; those of `muster` and `muster-<service>` take precedence. */
export const poolsName = (service: string): string => `muster-pools-${service}`;

/** `sizes` has the pool sizes of one process. */
export const connectionsOf = (
  workload: Workload,
  replicasMax: number,
  sizes: Readonly<Record<string, string>>,
): number => {
  const pooled = pools.map(({ variable, most }) => Number(sizes[variable] ?? most));
  const ofProcess = pooled.reduce((sum, each) => sum + each, fixedConnectionsOf(workload));
  return (replicasMax + MAX_SURGE) * ofProcess;
};

/** The `max_connections` that the manifests of the base need. */
export const requiredConnections = (): number =>
  workloads.reduce((sum, workload) => {
    const { max } = workload.replicas;
    return sum + connectionsOf(workload, max, poolSizes(max));
  }, OTHER_CONNECTIONS);
