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
