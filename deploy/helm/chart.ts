/** The files of the chart `muster`, all of them rendered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { configuredRunners } from '../kubernetes/runners-component.ts';
import { podName, RUNNER, RUNNERS_NAMESPACE } from '../kubernetes/runners.ts';
import { settings } from '../kubernetes/settings.ts';
import { NAMESPACE, ports, workloads } from '../kubernetes/workloads.ts';
import {
  httpRouteFile,
  ingressFile,
  monitoringFile,
  policiesFile,
  priorityFile,
  settingsFile,
} from './edge.ts';
import { connectionsFile, connectionsTemplates } from './connections.ts';
import { natsCluster, natsFile } from './nats.ts';
import { runnersFile } from './runners.ts';
import { serviceFile } from './services.ts';
import { setupFile } from './setup.ts';
import { schemaOf, type KnownBy } from './values.ts';
import { valuesFile } from './values-file.ts';

export { schemaOf };

const root = join(import.meta.dirname, '../..');

/** Path below `deploy/helm/muster` → how to render it; beside them is the schema of the values. */
export const chartFiles: Readonly<Record<string, (known: KnownBy) => string>> = {
  'Chart.yaml': chartYaml,
  'values.yaml': (known) => valuesFile(schemaOf(known)),
  'templates/_helpers.tpl': helpers,
  'templates/NOTES.txt': notes,
  'templates/settings.yaml': settingsFile,
  'templates/connections.yaml': connectionsFile,
  'templates/nats.yaml': natsFile,
  'templates/setup.yaml': setupFile,
  'templates/policies.yaml': policiesFile,
  'templates/runners.yaml': runnersFile,
  'templates/ingress.yaml': ingressFile,
  'templates/http-route.yaml': httpRouteFile,
  'templates/priority.yaml': priorityFile,
  'templates/monitoring.yaml': monitoringFile,
  ...Object.fromEntries(
    workloads.map((workload) => [
      `templates/${workload.name}.yaml`,
      (known: KnownBy) => serviceFile(workload, known(workload.name)),
    ]),
  ),
};

function chartYaml(): string {
  const { version, description } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<'version' | 'description', string>>;
  return stringify({
    apiVersion: 'v2',
    name: NAMESPACE,
    description,
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.30.0-0',
  });
}

function helpers(): string {
  const [runner] = configuredRunners();
  const ofOne = JSON.stringify(runner)
    .replaceAll(podName(0), `${RUNNER}-{{ $at }}`)
    .replaceAll(RUNNERS_NAMESPACE, '{{ $.Values.runners.namespace }}');
  const near = `http://gateway.{{ .Release.Namespace }}.svc:${ports.http}`;
  return `{{/* Rendered by \`pnpm render\`; change deploy/helm/*.ts and render again. */}}

{{/* The host of the public address. */}}
{{- define "muster.host" -}}
{{ get (urlParse .Values.settings.MUSTER_PUBLIC_URL) "host" }}
{{- end }}

{{/* The gateway as agents see it: runners are in another namespace. */}}
{{- define "muster.apiUrl" -}}
{{ if .Values.runners.enabled }}${near}{{ else }}${settings['MUSTER_API_URL'] ?? ''}{{ end }}
{{- end }}

{{- define "muster.runners" -}}
[{{ range $at := until (int .Values.runners.replicas) }}{{ if $at }},{{ end }}${ofOne}{{ end }}]
{{- end }}

{{- define "muster.natsCluster" -}}
${natsCluster()}{{ end }}
${connectionsTemplates()}`;
}

function notes(): string {
  return `Muster {{ .Chart.AppVersion }} is in the namespace {{ .Release.Namespace }}.

The services wait for the job that prepares Postgres, and the job for the Secrets of docs/operations/install.md:

  kubectl -n {{ .Release.Namespace }} wait --for=condition=complete job/setup-{{ .Release.Revision }} --timeout=10m
  kubectl -n {{ .Release.Namespace }} rollout status deployment/gateway

Its address is {{ .Values.settings.MUSTER_PUBLIC_URL }}.

Postgres needs max_connections of {{ include "muster.connections" . }} or more.
`;
}
