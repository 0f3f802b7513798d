/** The files of the base: one a service, the policies between them, and their list. */
import type { ServiceName } from '@muster/contracts';
import { stringify } from 'yaml';
import { natsUsers } from './nats-users.ts';
import { objectsOf, type Manifest } from './objects.ts';
import { policies } from './policies.ts';
import { scaledObjects } from './scaling.ts';
import { settings } from './settings.ts';
import { setupObjects } from './setup.ts';
import { workloads } from './workloads.ts';

const HEADER = '# Rendered by `pnpm render`; change deploy/kubernetes/*.ts and render again.\n';

/** Written by hand beside the rendered files. */
const byHand = ['nats.yaml'];

/** Variables that a service's schema knows. */
export type KnownVariables = (service: ServiceName) => readonly string[];

/** Path below `deploy/kubernetes/base` → how to write it; a component lies beside the base. */
export const baseFiles: Readonly<Record<string, (known: KnownVariables) => string>> = {
  ...Object.fromEntries(workloads.map((workload) => [
    `${workload.name}.yaml`,
    (known: KnownVariables) => documents(objectsOf(workload, known(workload.name))),
  ])),
  'policies.yaml': () => documents(policies()),
  'setup.yaml': () => documents(setupObjects()),
  'nats-users.conf': natsUsers,
  '../components/lag/scaled-objects.yaml': () => documents(scaledObjects()),
  'kustomization.yaml': () => documents([{
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [
      ...workloads.map(({ name }) => `${name}.yaml`), 'setup.yaml', 'policies.yaml', ...byHand,
    ],
    configMapGenerator: [
      {
        name: 'muster',
        literals: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      },
      // By its name other users make other pods: NATS starts anew, one server after the other.
      { name: 'nats-users', files: ['nats-users.conf'] },
    ],
  }]),
};

const documents = (list: readonly (Manifest | object)[]): string =>
  HEADER + list.map((each) => stringify(each, { aliasDuplicateObjects: false })).join('---\n');
