/** What every pod of the chart has as a template: images, priority, nodes, a private authority. */
import type { Operation } from '../kubernetes/json-patch.ts';
import { add, put } from './chart-file.ts';
import { block, hole, yamlOf } from './template.ts';

export const POD = '/spec/template';

/** The digest of an image if there is one, and otherwise the tag. */
export const imageOf = (name: string) =>
  hole(
    `{{ .Values.image.prefix }}${name}{{ if .Values.image.digests.${name} }}@{{ .Values.image.digests.${name} }}` +
      '{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}',
  );

/** Where pods may run, with what priority, and how their images are pulled. */
export function podPatches(pod: string, priorityClass?: string): Operation[] {
  // Two spaces for each level down to the entries of the pod's specification.
  const indent = 2 * `${pod}/spec`.split('/').length;
  return [
    ...(priorityClass === undefined
      ? []
      : [
          add(
            `${pod}/spec/priority`,
            block('.Values.priority', { priorityClassName: priorityClass }),
          ),
        ]),
    ...Object.entries({
      imagePullSecrets: '.Values.image.pullSecrets',
      nodeSelector: '.Values.nodeSelector',
      tolerations: '.Values.tolerations',
    }).map(([name, value]) =>
      add(`${pod}/spec/${name}`, block(value, { [name]: yamlOf(value, indent) })),
    ),
  ];
}

/** What components/private-ca adds to an overlay. */
export function privateCaPatches(pod: string): Operation[] {
  const container = `${pod}/spec/containers/0`;
  const when = '.Values.privateCa';
  return [
    add(`${pod}/spec/volumes/-`, block(when, [{ name: 'ca', configMap: { name: 'muster-ca' } }])),
    add(
      `${container}/volumeMounts/-`,
      block(when, [{ name: 'ca', mountPath: '/run/ca', readOnly: true }]),
    ),
    add(
      `${container}/env/-`,
      block(when, [{ name: 'NODE_EXTRA_CA_CERTS', value: '/run/ca/ca.crt' }]),
    ),
  ];
}

export const imagePatch = (pod: string, name: string): Operation =>
  put(`${pod}/spec/containers/0/image`, imageOf(name));
