/** Counts connections to Postgres in the documents that are applied, by the rules that the chart computes by. */
import { CONNECTIONS_BESIDE_POOLS } from '@muster/service-kit';
import { workloads, type Workload } from '../tables/workloads.ts';
import { dataOf, named } from './chart.ts';
import type { Document } from './schemas.ts';

/** A pool of a process: what all processes of a service share, and the least and most of one. */
const pools = [
  { variable: 'DB_POOL_MAX', ofService: 44, least: 4, most: 10 },
  { variable: 'DB_READ_CONNECTIONS', ofService: 16, least: 1, most: 2 },
  { variable: 'DB_LONG_READ_CONNECTIONS', ofService: 16, least: 1, most: 3 },
] as const;

/** New pods that a rollout starts before it stops old ones. */
const SURGE = 1;
/** The setup job, backups, monitoring, people, and what Postgres keeps for superusers. */
const OTHER_CONNECTIONS = 20;
/** Of the sign-in library. */
export const SIGN_IN_CONNECTIONS = 3;

/** Pool sizes of a service with so many replicas at most. */
export const poolSizes = (replicasMax: number): Record<string, string> =>
  Object.fromEntries(
    pools.map(({ variable, ofService, least, most }) => {
      const share = Math.floor(ofService / (replicasMax + SURGE));
      return [variable, String(Math.max(least, Math.min(most, share)))];
    }),
  );

interface Scaler {
  readonly maxReplicas?: number;
  readonly maxReplicaCount?: number;
  readonly scaleTargetRef?: { readonly name: string };
}
interface Deployment {
  readonly spec: {
    readonly replicas?: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly envFrom: readonly { configMapRef: { name: string; optional?: boolean } }[];
        }[];
      };
    };
  };
}

const specOf = (document: Document): Scaler =>
  (document as unknown as { spec?: Scaler }).spec ?? {};

/** The `max_connections` that these documents need. */
export const countConnections = (documents: readonly Document[]): number =>
  workloads.reduce((sum, workload) => sum + connectionsOf(workload, documents), OTHER_CONNECTIONS);

function connectionsOf({ name }: Workload, documents: readonly Document[]): number {
  const { spec } = named(documents, 'Deployment', name) as unknown as Deployment;
  const scaler = documents.map(specOf).find((each) => each.scaleTargetRef?.name === name);
  const most = scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? spec.replicas ?? 1;
  const there = (of: string): boolean =>
    documents.some(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === of);
  // Of several that have a variable, the last one counts.
  const variables = (spec.template.spec.containers[0]?.envFrom ?? [])
    .map(({ configMapRef }) => configMapRef.name)
    .flatMap((of) => (there(of) ? [dataOf(documents, of)] : []));
  const given = Object.assign({}, ...variables) as Readonly<Record<string, string>>;
  const pooled = pools.reduce((sum, { variable }) => sum + Number(given[variable]), 0);
  const others = CONNECTIONS_BESIDE_POOLS + (name === 'gateway' ? SIGN_IN_CONNECTIONS : 0);
  return (most + SURGE) * (pooled + others);
}
