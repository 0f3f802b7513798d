/** The pool sizes of the services as templates, and a refusal of more connections to Postgres than it has. */
import {
  fixedConnectionsOf,
  MAX_SURGE,
  OTHER_CONNECTIONS,
  pools,
  poolsName,
} from '../kubernetes/connections.ts';
import { workloads, type Workload } from '../kubernetes/workloads.ts';
import { fileOf, put, type Part } from './chart-file.ts';
import { hole } from './template.ts';

const included = (name: string): string => `(include "${name}" . | int)`;
const replicasOf = (name: string): string => `muster.replicas.${name}`;
const poolOf = (name: string, variable: string): string => `muster.pool.${name}.${variable}`;
const connectionsOf = (name: string): string => `muster.connections.${name}`;

export const connectionsFile = (): string => {
  const [header, ...rest] = fileOf(workloads.map(poolsOf)).split(/(?<=\n)/);
  return [header, REFUSAL, ...rest].join('');
};

const REFUSAL = `{{- if gt ${included('muster.connections')} (int .Values.database.maxConnections) }}
{{- fail (include "muster.connectionsFault" .) }}
{{- end }}
`;

/** The sizes as arguments of a call, for what changes with them. */
export const poolsIncluded = ({ name }: Workload): string =>
  pools.map(({ variable }) => included(poolOf(name, variable))).join(' ');

const poolsOf = ({ name }: Workload): Part => ({
  manifest: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: poolsName(name) },
    data: Object.fromEntries(pools.map(({ variable }) => [variable, ''])),
  },
  patches: pools.map(({ variable }) =>
    put(`/data/${variable}`, hole(`{{ include "${poolOf(name, variable)}" . | quote }}`)),
  ),
});

/** What these templates compute with. */
export const connectionsTemplates = (): string => `${workloads.map(templatesOf).join('')}
{{/* The max_connections that Postgres has to have. */}}
{{- define "muster.connections" -}}
{{ add ${OTHER_CONNECTIONS} ${workloads.map(({ name }) => included(connectionsOf(name))).join(' ')} }}
{{- end }}

{{- define "muster.connectionsFault" -}}
The services may open {{ include "muster.connections" . }} connections to Postgres, and database.maxConnections is {{ .Values.database.maxConnections }}. Raise max_connections of Postgres and this value, or lower services.<name>.replicas.max.
{{- end }}
`;

function templatesOf(workload: Workload): string {
  const { name } = workload;
  const values = `.Values.services.${name}`;
  const processes = `(add ${MAX_SURGE} ${included(replicasOf(name))})`;
  const definedPools = pools.map(
    ({ variable, ofService, least, most }) => `
{{- define "${poolOf(name, variable)}" -}}
{{ get ${values}.settings "${variable}" | default (get .Values.settings "${variable}") | default (max ${least} (min ${most} (div ${ofService} ${processes}))) }}
{{- end }}
`,
  );
  return `
{{/* Most replicas of ${name}, the sizes of its pools, and its connections. */}}
{{- define "${replicasOf(name)}" -}}
{{ if eq .Values.autoscaling "none" }}{{ ${values}.replicas.min }}{{ else }}{{ ${values}.replicas.max }}{{ end }}
{{- end }}
${definedPools.join('')}
{{- define "${connectionsOf(name)}" -}}
{{ mul ${processes} (add ${fixedConnectionsOf(workload)} ${poolsIncluded(workload)}) }}
{{- end }}
`;
}
