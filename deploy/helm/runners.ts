/**
 * The templates of the runners. Their namespace is not among them: an operator makes it for the keys before
 * the chart is installed, and Helm would delete it with the homes of all agents.
 */
import type { Operation } from '../kubernetes/json-patch.ts';
import type { Manifest } from '../kubernetes/objects.ts';
import { policiesOfRunners } from '../kubernetes/policies.ts';
import { RUNNER, runnerObjects } from '../kubernetes/runners.ts';
import { add, fileOf, OWN_NAMESPACE, put, type Part } from './chart-file.ts';
import { imageOf, imagePatch, POD, podPatches } from './pods.ts';
import { hole } from './template.ts';

const when = '.Values.runners.enabled';
const namespace = '{{ .Values.runners.namespace }}';
const NAME_LABEL = 'namespaceSelector/matchLabels/kubernetes.io~1metadata.name';

export const runnersFile = (): string =>
  fileOf(
    [
      ...runnerObjects().filter(({ kind }) => kind !== 'Namespace'),
      settings,
      ...policiesOfRunners(),
    ].map(partOf),
  );

const settings: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: RUNNER },
  data: {},
};

const partOf = (manifest: Manifest): Part => ({
  manifest,
  when,
  namespace,
  patches: patchesOf(manifest),
});

function patchesOf({ kind, metadata }: Manifest): Operation[] {
  switch (kind) {
    case 'ConfigMap':
      return [put('/data', hole('{{- toYaml .Values.runners.settings | nindent 2 }}'))];
    case 'NetworkPolicy':
      return metadata.name === RUNNER
        ? ['/spec/ingress/0/from/0', '/spec/egress/0/to/0'].map((peer) =>
            put(`${peer}/${NAME_LABEL}`, hole(OWN_NAMESPACE)),
          )
        : [];
    case 'StatefulSet':
      return [
        put('/spec/replicas', hole('{{ .Values.runners.replicas }}')),
        add(`${POD}/metadata/annotations`, {
          'checksum/settings': hole('{{ toYaml .Values.runners.settings | sha256sum }}'),
        }),
        imagePatch(POD, RUNNER),
        put(`${POD}/spec/initContainers/0/image`, imageOf(RUNNER)),
        put(
          '/spec/volumeClaimTemplates/0/spec/resources/requests/storage',
          hole('{{ .Values.runners.storage }}'),
        ),
        ...podPatches(POD),
      ];
    default:
      return [];
  }
}
