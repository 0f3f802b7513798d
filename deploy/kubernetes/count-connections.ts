/**
 * `kubectl kustomize OVERLAY | node deploy/kubernetes/count-connections.ts 750`: how many connections to Postgres the services of an
 * overlay may open. Fails if they are more than the `max_connections` that is given.
 */
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import { connectionsOf, OTHER_CONNECTIONS } from './connections.ts';
import { workloads } from './workloads.ts';

interface Applied {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly maxReplicas?: number;
    readonly maxReplicaCount?: number;
    readonly scaleTargetRef?: { readonly name: string };
    readonly template?: { readonly spec: { readonly containers: readonly Container[] } };
  };
}
interface Container {
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
}

/** The `max_connections` that these manifests need. */
export function countConnections(documents: readonly object[]): number {
  const applied = documents as readonly Applied[];
  const dataOf = (name: string) =>
    applied.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data;
  return workloads.reduce((sum, workload) => {
    const deployment = applied.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === workload.name,
    );
    if (!deployment) throw new Error(`no Deployment ${workload.name}`);
    const scaler = applied.find(({ spec }) => spec?.scaleTargetRef?.name === workload.name)?.spec;
    const most = scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? deployment.spec?.replicas ?? 1;
    const [container] = deployment.spec?.template?.spec.containers ?? [];
    // Of several that have a variable, the last one counts.
    const variables = (container?.envFrom ?? []).map(({ configMapRef }) =>
      dataOf(configMapRef.name),
    );
    return sum + connectionsOf(workload, most, Object.assign({}, ...variables));
  }, OTHER_CONNECTIONS);
}

if (import.meta.main) {
  const documents = parseAllDocuments(await text(process.stdin)).map(
    (document) => document.toJS() as object,
  );
  const [needed, given] = [countConnections(documents), Number(process.argv[2])];
  process.stdout.write(`max_connections has to be ${needed} or more\n`);
  if (!(given >= needed)) process.exitCode = 1;
}
