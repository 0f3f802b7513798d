/**
 * The rendered files: of the base one per service, the network policies and the kustomization; and those
 * of components and of the runners, which an operator adds.
 */
import type { ServiceName } from '@muster/contracts';
import { stringify } from 'yaml';
import { poolSizes, poolsName } from './connections.ts';
import { natsUsers } from './nats-users.ts';
import { objectsOf, type Manifest } from './objects.ts';
import { labelsOf } from './pods.ts';
import { policies, policiesOfRunners, policyTowardsRunners } from './policies.ts';
import { runnersComponent } from './runners-component.ts';
import { RUNNER, runnerObjects, runnerSettings, RUNNERS_NAMESPACE } from './runners.ts';
import { scaledObjects } from './scaling.ts';
import { settings } from './settings.ts';
import { setupObjects } from './setup.ts';
import { workloads } from './workloads.ts';

const HEADER = '# Rendered by `pnpm render`; change deploy/kubernetes/*.ts and render again.\n';

/** Files of the base that are written by hand. */
const byHand = ['nats.yaml'];

/** Variables that a service's schema knows. */
export type KnownVariables = (service: ServiceName) => readonly string[];

const runnersKustomization = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  namespace: RUNNERS_NAMESPACE,
  resources: ['runner.yaml', 'policies.yaml'],
  configMapGenerator: [{ name: RUNNER, literals: literalsOf(runnerSettings) }],
};

/** Path relative to `deploy/kubernetes/base` → how to render it. */
export const baseFiles: Readonly<Record<string, (known: KnownVariables) => string>> = {
  ...Object.fromEntries(
    workloads.map((workload) => [
      `${workload.name}.yaml`,
      (known: KnownVariables) => documents(objectsOf(workload, known(workload.name))),
    ]),
  ),
  'policies.yaml': () => documents(policies()),
  'setup.yaml': () => documents(setupObjects()),
  'nats-users.conf': natsUsers,
  '../components/lag/scaled-objects.yaml': () => documents(scaledObjects()),
  '../components/runners/policy.yaml': () => documents([policyTowardsRunners()]),
  '../components/runners/kustomization.yaml': () => documents([runnersComponent()]),
  '../runners/runner.yaml': () => documents(runnerObjects()),
  '../runners/policies.yaml': () => documents(policiesOfRunners()),
  '../runners/kustomization.yaml': () => documents([runnersKustomization]),
  'kustomization.yaml': () =>
    documents([
      {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: [
          ...workloads.map(({ name }) => `${name}.yaml`),
          'setup.yaml',
          'policies.yaml',
          ...byHand,
        ],
        configMapGenerator: [
          {
            name: 'muster',
            literals: literalsOf(settings),
          },
          ...workloads.map(({ name, replicas }) => ({
            name: poolsName(name),
            literals: literalsOf(poolSizes(replicas.max)),
          })),
          // Changed users give the ConfigMap a new name, which restarts the NATS servers one by one.
          {
            name: 'nats-users',
            files: ['nats-users.conf'],
            // An upgrade may apply NATS alone, by its label.
            options: { labels: labelsOf('nats') },
          },
        ],
      },
    ]),
};

function literalsOf(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

const documents = (list: readonly (Manifest | object)[]): string =>
  HEADER + list.map((each) => stringify(each, { aliasDuplicateObjects: false })).join('---\n');
