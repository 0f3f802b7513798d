{{/* Rendered by `pnpm render`; change deploy/helm/*.ts and render again. */}}

{{/* The host of the public address. */}}
{{- define "muster.host" -}}
{{ get (urlParse .Values.settings.MUSTER_PUBLIC_URL) "host" }}
{{- end }}

{{/* The gateway as agents see it: runners are in another namespace. */}}
{{- define "muster.apiUrl" -}}
{{ if .Values.runners.enabled }}http://gateway.{{ .Release.Namespace }}.svc:8080{{ else }}http://gateway:8080{{ end }}
{{- end }}

{{- define "muster.runners" -}}
[{{ range $at := until (int .Values.runners.replicas) }}{{ if $at }},{{ end }}{"name":"runner-{{ $at }}","address":"runner-{{ $at }}.runner.{{ $.Values.runners.namespace }}.svc:7300","keyFile":"/run/secrets/runners/runner-{{ $at }}"}{{ end }}]
{{- end }}

{{- define "muster.natsCluster" -}}
cluster {
  name: muster
  listen: 0.0.0.0:6222
  routes: [
    {{- range $at := until (int .Values.nats.replicas) }}
    nats://nats-{{ $at }}.nats-peers:6222
    {{- end }}
  ]
}
{{ end }}

{{/* Most replicas of gateway, the sizes of its pools, and its connections. */}}
{{- define "muster.replicas.gateway" -}}
{{ if eq .Values.autoscaling "none" }}{{ .Values.services.gateway.replicas.min }}{{ else }}{{ .Values.services.gateway.replicas.max }}{{ end }}
{{- end }}

{{- define "muster.pool.gateway.DB_POOL_MAX" -}}
{{ get .Values.services.gateway.settings "DB_POOL_MAX" | default (get .Values.settings "DB_POOL_MAX") | default (max 4 (min 10 (div 44 (add 1 (include "muster.replicas.gateway" . | int))))) }}
{{- end }}

{{- define "muster.pool.gateway.DB_READ_CONNECTIONS" -}}
{{ get .Values.services.gateway.settings "DB_READ_CONNECTIONS" | default (get .Values.settings "DB_READ_CONNECTIONS") | default (max 1 (min 2 (div 16 (add 1 (include "muster.replicas.gateway" . | int))))) }}
{{- end }}

{{- define "muster.pool.gateway.DB_LONG_READ_CONNECTIONS" -}}
{{ get .Values.services.gateway.settings "DB_LONG_READ_CONNECTIONS" | default (get .Values.settings "DB_LONG_READ_CONNECTIONS") | default (max 1 (min 3 (div 16 (add 1 (include "muster.replicas.gateway" . | int))))) }}
{{- end }}

{{- define "muster.connections.gateway" -}}
{{ mul (add 1 (include "muster.replicas.gateway" . | int)) (add 8 (include "muster.pool.gateway.DB_POOL_MAX" . | int) (include "muster.pool.gateway.DB_READ_CONNECTIONS" . | int) (include "muster.pool.gateway.DB_LONG_READ_CONNECTIONS" . | int)) }}
{{- end }}

{{/* Most replicas of issues, the sizes of its pools, and its connections. */}}
{{- define "muster.replicas.issues" -}}
{{ if eq .Values.autoscaling "none" }}{{ .Values.services.issues.replicas.min }}{{ else }}{{ .Values.services.issues.replicas.max }}{{ end }}
{{- end }}

{{- define "muster.pool.issues.DB_POOL_MAX" -}}
{{ get .Values.services.issues.settings "DB_POOL_MAX" | default (get .Values.settings "DB_POOL_MAX") | default (max 4 (min 10 (div 44 (add 1 (include "muster.replicas.issues" . | int))))) }}
{{- end }}

{{- define "muster.pool.issues.DB_READ_CONNECTIONS" -}}
{{ get .Values.services.issues.settings "DB_READ_CONNECTIONS" | default (get .Values.settings "DB_READ_CONNECTIONS") | default (max 1 (min 2 (div 16 (add 1 (include "muster.replicas.issues" . | int))))) }}
{{- end }}

{{- define "muster.pool.issues.DB_LONG_READ_CONNECTIONS" -}}
{{ get .Values.services.issues.settings "DB_LONG_READ_CONNECTIONS" | default (get .Values.settings "DB_LONG_READ_CONNECTIONS") | default (max 1 (min 3 (div 16 (add 1 (include "muster.replicas.issues" . | int))))) }}
{{- end }}

{{- define "muster.connections.issues" -}}
{{ mul (add 1 (include "muster.replicas.issues" . | int)) (add 5 (include "muster.pool.issues.DB_POOL_MAX" . | int) (include "muster.pool.issues.DB_READ_CONNECTIONS" . | int) (include "muster.pool.issues.DB_LONG_READ_CONNECTIONS" . | int)) }}
{{- end }}

{{/* Most replicas of agents, the sizes of its pools, and its connections. */}}
{{- define "muster.replicas.agents" -}}
{{ if eq .Values.autoscaling "none" }}{{ .Values.services.agents.replicas.min }}{{ else }}{{ .Values.services.agents.replicas.max }}{{ end }}
{{- end }}

{{- define "muster.pool.agents.DB_POOL_MAX" -}}
{{ get .Values.services.agents.settings "DB_POOL_MAX" | default (get .Values.settings "DB_POOL_MAX") | default (max 4 (min 10 (div 44 (add 1 (include "muster.replicas.agents" . | int))))) }}
{{- end }}

{{- define "muster.pool.agents.DB_READ_CONNECTIONS" -}}
{{ get .Values.services.agents.settings "DB_READ_CONNECTIONS" | default (get .Values.settings "DB_READ_CONNECTIONS") | default (max 1 (min 2 (div 16 (add 1 (include "muster.replicas.agents" . | int))))) }}
{{- end }}

{{- define "muster.pool.agents.DB_LONG_READ_CONNECTIONS" -}}
{{ get .Values.services.agents.settings "DB_LONG_READ_CONNECTIONS" | default (get .Values.settings "DB_LONG_READ_CONNECTIONS") | default (max 1 (min 3 (div 16 (add 1 (include "muster.replicas.agents" . | int))))) }}
{{- end }}

{{- define "muster.connections.agents" -}}
{{ mul (add 1 (include "muster.replicas.agents" . | int)) (add 5 (include "muster.pool.agents.DB_POOL_MAX" . | int) (include "muster.pool.agents.DB_READ_CONNECTIONS" . | int) (include "muster.pool.agents.DB_LONG_READ_CONNECTIONS" . | int)) }}
{{- end }}

{{/* Most replicas of approvals, the sizes of its pools, and its connections. */}}
{{- define "muster.replicas.approvals" -}}
{{ if eq .Values.autoscaling "none" }}{{ .Values.services.approvals.replicas.min }}{{ else }}{{ .Values.services.approvals.replicas.max }}{{ end }}
{{- end }}

{{- define "muster.pool.approvals.DB_POOL_MAX" -}}
{{ get .Values.services.approvals.settings "DB_POOL_MAX" | default (get .Values.settings "DB_POOL_MAX") | default (max 4 (min 10 (div 44 (add 1 (include "muster.replicas.approvals" . | int))))) }}
{{- end }}

{{- define "muster.pool.approvals.DB_READ_CONNECTIONS" -}}
{{ get .Values.services.approvals.settings "DB_READ_CONNECTIONS" | default (get .Values.settings "DB_READ_CONNECTIONS") | default (max 1 (min 2 (div 16 (add 1 (include "muster.replicas.approvals" . | int))))) }}
{{- end }}

{{- define "muster.pool.approvals.DB_LONG_READ_CONNECTIONS" -}}
{{ get .Values.services.approvals.settings "DB_LONG_READ_CONNECTIONS" | default (get .Values.settings "DB_LONG_READ_CONNECTIONS") | default (max 1 (min 3 (div 16 (add 1 (include "muster.replicas.approvals" . | int))))) }}
{{- end }}

{{- define "muster.connections.approvals" -}}
{{ mul (add 1 (include "muster.replicas.approvals" . | int)) (add 5 (include "muster.pool.approvals.DB_POOL_MAX" . | int) (include "muster.pool.approvals.DB_READ_CONNECTIONS" . | int) (include "muster.pool.approvals.DB_LONG_READ_CONNECTIONS" . | int)) }}
{{- end }}

{{/* Most replicas of billing, the sizes of its pools, and its connections. */}}
{{- define "muster.replicas.billing" -}}
{{ if eq .Values.autoscaling "none" }}{{ .Values.services.billing.replicas.min }}{{ else }}{{ .Values.services.billing.replicas.max }}{{ end }}
{{- end }}

{{- define "muster.pool.billing.DB_POOL_MAX" -}}
{{ get .Values.services.billing.settings "DB_POOL_MAX" | default (get .Values.settings "DB_POOL_MAX") | default (max 4 (min 10 (div 44 (add 1 (include "muster.replicas.billing" . | int))))) }}
{{- end }}

{{- define "muster.pool.billing.DB_READ_CONNECTIONS" -}}
{{ get .Values.services.billing.settings "DB_READ_CONNECTIONS" | default (get .Values.settings "DB_READ_CONNECTIONS") | default (max 1 (min 2 (div 16 (add 1 (include "muster.replicas.billing" . | int))))) }}
{{- end }}

{{- define "muster.pool.billing.DB_LONG_READ_CONNECTIONS" -}}
{{ get .Values.services.billing.settings "DB_LONG_READ_CONNECTIONS" | default (get .Values.settings "DB_LONG_READ_CONNECTIONS") | default (max 1 (min 3 (div 16 (add 1 (include "muster.replicas.billing" . | int))))) }}
{{- end }}

{{- define "muster.connections.billing" -}}
{{ mul (add 1 (include "muster.replicas.billing" . | int)) (add 5 (include "muster.pool.billing.DB_POOL_MAX" . | int) (include "muster.pool.billing.DB_READ_CONNECTIONS" . | int) (include "muster.pool.billing.DB_LONG_READ_CONNECTIONS" . | int)) }}
{{- end }}

{{/* Most replicas of scheduler, the sizes of its pools, and its connections. */}}
{{- define "muster.replicas.scheduler" -}}
{{ if eq .Values.autoscaling "none" }}{{ .Values.services.scheduler.replicas.min }}{{ else }}{{ .Values.services.scheduler.replicas.max }}{{ end }}
{{- end }}

{{- define "muster.pool.scheduler.DB_POOL_MAX" -}}
{{ get .Values.services.scheduler.settings "DB_POOL_MAX" | default (get .Values.settings "DB_POOL_MAX") | default (max 4 (min 10 (div 44 (add 1 (include "muster.replicas.scheduler" . | int))))) }}
{{- end }}

{{- define "muster.pool.scheduler.DB_READ_CONNECTIONS" -}}
{{ get .Values.services.scheduler.settings "DB_READ_CONNECTIONS" | default (get .Values.settings "DB_READ_CONNECTIONS") | default (max 1 (min 2 (div 16 (add 1 (include "muster.replicas.scheduler" . | int))))) }}
{{- end }}

{{- define "muster.pool.scheduler.DB_LONG_READ_CONNECTIONS" -}}
{{ get .Values.services.scheduler.settings "DB_LONG_READ_CONNECTIONS" | default (get .Values.settings "DB_LONG_READ_CONNECTIONS") | default (max 1 (min 3 (div 16 (add 1 (include "muster.replicas.scheduler" . | int))))) }}
{{- end }}

{{- define "muster.connections.scheduler" -}}
{{ mul (add 1 (include "muster.replicas.scheduler" . | int)) (add 5 (include "muster.pool.scheduler.DB_POOL_MAX" . | int) (include "muster.pool.scheduler.DB_READ_CONNECTIONS" . | int) (include "muster.pool.scheduler.DB_LONG_READ_CONNECTIONS" . | int)) }}
{{- end }}

{{/* The max_connections that Postgres has to have. */}}
{{- define "muster.connections" -}}
{{ add 20 (include "muster.connections.gateway" . | int) (include "muster.connections.issues" . | int) (include "muster.connections.agents" . | int) (include "muster.connections.approvals" . | int) (include "muster.connections.billing" . | int) (include "muster.connections.scheduler" . | int) }}
{{- end }}

{{- define "muster.connectionsFault" -}}
The services may open {{ include "muster.connections" . }} connections to Postgres, and database.maxConnections is {{ .Values.database.maxConnections }}. Raise max_connections of Postgres and this value, or lower services.<name>.replicas.max.
{{- end }}
