/** The templates of the NATS servers, and what there is instead where NATS is external. */
import { createHash } from 'node:crypto';
import type { Operation } from '../kubernetes/json-patch.ts';
import type { Manifest } from '../kubernetes/objects.ts';
import { natsUsers } from '../kubernetes/nats-users.ts';
import { labelsOf } from '../kubernetes/pods.ts';
import { add, fileOf, put, type Part } from './chart-file.ts';
import { byHand, natsManifests } from './defaults.ts';
import { imageOf, POD, podPatches } from './pods.ts';
import { block, hole } from './template.ts';

const ENABLED = '.Values.nats.enabled';
const SEVERAL = 'gt (int .Values.nats.replicas) 1';

const configuration = natsManifests.find(({ kind }) => kind === 'ConfigMap');
const { 'cluster.conf': cluster = '' } = (configuration?.['data'] ?? {}) as Record<string, string>;
const ROUTE = /^( *)nats:\/\/nats-\d+\.(.*)\n/gm;

/** The routes between the servers, for any number of them. */
export const natsCluster = (): string => {
  const [first] = cluster.matchAll(ROUTE);
  if (!first) throw new Error('base/nats.yaml has no routes');
  const [, spaces = '', rest = ''] = first;
  const range =
    `${spaces}{{- range $at := until (int .Values.nats.replicas) }}\n` +
    `${spaces}nats://nats-{{ $at }}.${rest}\n${spaces}{{- end }}\n`;
  let isThere = false;
  return cluster.replaceAll(ROUTE, () => {
    const text = isThere ? '' : range;
    isThere = true;
    return text;
  });
};

export const natsFile = (): string =>
  fileOf([
    ...natsManifests.map((manifest) => ({ manifest, when: ENABLED, patches: patchesOf(manifest) })),
    {
      manifest: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'nats-users', labels: labelsOf('nats') },
        data: { 'nats-users.conf': natsUsers() },
      },
      when: ENABLED,
    },
    ...byHand('components/external-nats/policy.yaml').map((manifest) => ({
      manifest,
      when: `not ${ENABLED}`,
    })),
  ] satisfies Part[]);

function patchesOf(manifest: Manifest): Operation[] {
  if (manifest.kind === 'ConfigMap') {
    const several = { 'cluster.conf': hole('{{ include "muster.natsCluster" . | quote }}') };
    return [
      put('/data/cluster.conf', block(SEVERAL, several)),
      add('/data/single', block(`not (${SEVERAL})`, { 'cluster.conf': '# a server by itself' })),
    ];
  }
  if (manifest.kind !== 'StatefulSet') return [];
  const { spec } = manifest as unknown as { spec: { template: { spec: Pod } } };
  const [container] = spec.template.spec.containers;
  return [
    put('/spec/replicas', hole('{{ .Values.nats.replicas }}')),
    // Changed users restart the servers one by one.
    add(`${POD}/metadata/annotations`, {
      'checksum/users': createHash('sha256').update(natsUsers()).digest('hex'),
    }),
    put(`${POD}/spec/containers/0/image`, hole('{{ .Values.nats.image }}')),
    // What exports the metrics of the server is a program of ours.
    put(`${POD}/spec/containers/1/image`, imageOf('setup')),
    // A single server has no other to move its clients to.
    put(
      `${POD}/spec/containers/0/lifecycle`,
      block(SEVERAL, { lifecycle: container?.lifecycle ?? {} }),
    ),
    ...podPatches(POD, 'muster-servers'),
  ];
}

interface Pod {
  readonly containers: readonly { readonly lifecycle?: object }[];
}
