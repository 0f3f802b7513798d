/**
 * What changes for the services where there are runners: the scheduler gets their addresses and keys,
 * and agents the address of the gateway as the runners see it.
 */
import { stringify } from 'yaml';
import { ofRunners, podName, REPLICAS, RUNNER, RUNNERS_NAMESPACE } from './runners.ts';
import { NAMESPACE, ports } from './workloads.ts';

/** The Secret with the key of each runner, under its name. */
const KEYS = 'muster-runners';
const keysFolder = '/run/secrets/runners';

export const configuredRunners = () =>
  Array.from({ length: REPLICAS }, (_, ordinal) => podName(ordinal)).map((name) => ({
    name,
    address: `${name}.${RUNNER}.${RUNNERS_NAMESPACE}.svc:${ports.runner}`,
    keyFile: `${keysFolder}/${name}`,
  }));

const add = (path: string, value: object) => ({ op: 'add', path, value });

export const runnersComponent = () => ({
  apiVersion: 'kustomize.config.k8s.io/v1alpha1',
  kind: 'Component',
  resources: ['policy.yaml'],
  configMapGenerator: [
    {
      name: 'muster',
      behavior: 'merge',
      literals: [
        `MUSTER_RUNNERS=${JSON.stringify(configuredRunners())}`,
        `MUSTER_API_URL=http://gateway.${NAMESPACE}.svc:${ports.http}`,
      ],
      // Has the namespace in this address replaced: see addresses/replacements.yaml.
      options: { labels: ofRunners },
    },
  ],
  patches: [
    {
      target: { kind: 'Deployment', name: 'scheduler' },
      patch: stringify([
        add('/spec/template/spec/volumes/-', {
          name: 'runners',
          secret: { secretName: KEYS, defaultMode: 0o440 },
        }),
        add('/spec/template/spec/containers/0/volumeMounts/-', {
          name: 'runners',
          mountPath: keysFolder,
          readOnly: true,
        }),
      ]),
    },
  ],
});
