/** The templates of a service: those of its manifests in the base, with values for what differs. */
import type { Operation } from '../kubernetes/json-patch.ts';
import { objectsOf, type Manifest } from '../kubernetes/objects.ts';
import { runnersComponent } from '../kubernetes/runners-component.ts';
import { scaledObject, unappliedQuery } from '../kubernetes/scaling.ts';
import type { Workload } from '../kubernetes/workloads.ts';
import { parse } from 'yaml';
import { add, fileOf, put, type Part } from './chart-file.ts';
import { imagePatch, POD, podPatches, privateCaPatches } from './pods.ts';
import { poolsIncluded } from './connections.ts';
import { block, hole } from './template.ts';

export function serviceFile(workload: Workload, known: readonly string[]): string {
  const manifests = objectsOf(workload, known);
  return fileOf([
    settingsOf(workload),
    ...manifests.map((manifest) => partOf(workload, manifest)),
    {
      manifest: scaledObject(workload),
      when: 'eq .Values.autoscaling "lag"',
      patches: scaledObjectPatches(workload),
    },
  ]);
}

const valuesOf = ({ name }: Workload): string => `.Values.services.${name}`;
const valueOf = (workload: Workload, path: string) => hole(`{{ ${valuesOf(workload)}.${path} }}`);

function partOf(workload: Workload, manifest: Manifest): Part {
  if (manifest.kind === 'Deployment') return { manifest, patches: deploymentPatches(workload) };
  if (manifest.kind !== 'HorizontalPodAutoscaler') return { manifest };
  return {
    manifest,
    when: 'eq .Values.autoscaling "cpu"',
    patches: [
      put('/spec/minReplicas', valueOf(workload, 'replicas.min')),
      put('/spec/maxReplicas', valueOf(workload, 'replicas.max')),
    ],
  };
}

function deploymentPatches(workload: Workload): Operation[] {
  const { name } = workload;
  const resources = `${POD}/spec/containers/0/resources`;
  return [
    add(
      '/spec/fixed',
      block('eq .Values.autoscaling "none"', { replicas: valueOf(workload, 'replicas.min') }),
    ),
    // Changed settings start new pods.
    add(`${POD}/metadata/annotations`, {
      'checksum/settings': hole(
        `{{ list .Values.settings ${valuesOf(workload)}.settings .Values.runners ${poolsIncluded(workload)} | toYaml | sha256sum }}`,
      ),
    }),
    imagePatch(POD, name),
    put(`${resources}/requests/cpu`, valueOf(workload, 'cpu')),
    put(`${resources}/requests/memory`, valueOf(workload, 'memory')),
    put(`${resources}/limits/memory`, valueOf(workload, 'memoryMax')),
    ...podPatches(POD, 'muster-services'),
    ...privateCaPatches(POD),
    ...(name === 'scheduler' ? runnersPatches() : []),
  ];
}

/** The patches of components/runners, each under the condition that there are runners. */
const runnersPatches = (): Operation[] =>
  runnersComponent().patches.flatMap(({ patch }) =>
    (parse(patch) as Operation[]).map((operation) => ({
      ...operation,
      value: block('.Values.runners.enabled', [operation.value]),
    })),
  );

const scaledObjectPatches = (workload: Workload): Operation[] => [
  put('/spec/minReplicaCount', valueOf(workload, 'replicas.min')),
  put('/spec/maxReplicaCount', valueOf(workload, 'replicas.max')),
  put('/spec/triggers/1/metadata/serverAddress', hole('{{ .Values.monitoring.prometheusUrl }}')),
  put(
    '/spec/triggers/1/metadata/query',
    hole(unappliedQuery(workload.name, '{{ .Release.Namespace }}')),
  ),
];

const settingsOf = (workload: Workload): Part => ({
  manifest: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `muster-${workload.name}` },
    data: {},
  },
  when: `${valuesOf(workload)}.settings`,
  patches: [put('/data', hole(`{{- toYaml ${valuesOf(workload)}.settings | nindent 2 }}`))],
});
