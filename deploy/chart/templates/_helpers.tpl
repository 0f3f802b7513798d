{{/* Labels of the objects of a workload, by its name. */}}
{{- define "muster.labels" -}}
app.kubernetes.io/name: {{ . }}
app.kubernetes.io/part-of: muster
{{- end }}

{{/* The host of the public address. */}}
{{- define "muster.host" -}}
{{ get (urlParse .Values.settings.MUSTER_PUBLIC_URL) "host" }}
{{- end }}

{{/* The gateway as agents see it: runners are in another namespace. */}}
{{- define "muster.apiUrl" -}}
{{ if .Values.runners.enabled }}http://gateway.{{ .Release.Namespace }}.svc:8080{{ else }}http://gateway:8080{{ end }}
{{- end }}

{{/* The runners as the scheduler finds them: their addresses, and the files with their keys. */}}
{{- define "muster.runners" -}}
{{- $runners := list }}
{{- range $at := until (int .Values.runners.replicas) }}
{{- $name := printf "runner-%d" $at }}
{{- $address := printf "%s.runner.%s.svc:7300" $name $.Values.runners.namespace }}
{{- $runners = append $runners (dict "name" $name "address" $address "keyFile" (printf "/run/secrets/runners/%s" $name)) }}
{{- end }}
{{- toJson $runners }}
{{- end }}

{{/* An image by its name: its digest if there is one, and otherwise the tag, unless the values refuse tags. */}}
{{- define "muster.image" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $image := $root.Values.image -}}
{{- $digest := get $image.digests $name }}
{{- if and $image.requireDigests (not $digest) }}{{ fail (printf "image.digests has no digest of %s: deploy/images/push.sh prints them" $name) }}{{ end -}}
{{ $image.prefix }}{{ $name }}{{ with $digest }}@{{ . }}{{ else }}:{{ $image.tag | default $root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* The image of NATS, which is not ours. */}}
{{- define "muster.natsImage" -}}
{{- if and .Values.image.requireDigests (not (contains "@sha256:" .Values.nats.image)) }}{{ fail "nats.image has no digest: name@sha256:…" }}{{ end -}}
{{ .Values.nats.image }}
{{- end }}

{{/*
The pool sizes of a service, its processes, and the connections to Postgres of all of them. Each process has pools of its own,
so their sizes follow from the number of processes that there may be: what autoscalers add must not exceed what the server has,
or it refuses connections to every service. A rollout starts one new pod before it stops an old one.
*/}}
{{- define "muster.pools" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}
{{- $values := get $root.Values.services $name }}
{{- $most := ternary $values.replicas.min $values.replicas.max (eq $root.Values.autoscaling "none") }}
{{- $processes := add 1 $most }}
{{- $ofProcess := index . 2 }}
{{- $sizes := dict }}
{{- /* A pool, the connections that all processes of a service share, and the least and most of one process. */}}
{{- range $pool := list (list "DB_POOL_MAX" 44 4 10) (list "DB_READ_CONNECTIONS" 16 1 2) (list "DB_LONG_READ_CONNECTIONS" 16 1 3) }}
{{- $variable := index $pool 0 }}
{{- $share := max (index $pool 2) (min (index $pool 3) (div (index $pool 1) $processes)) }}
{{- $size := get $values.settings $variable | default (get $root.Values.settings $variable) | default (toString $share) }}
{{- $_ := set $sizes $variable $size }}
{{- $ofProcess = add $ofProcess (int $size) }}
{{- end }}
{{- dict "sizes" $sizes "connections" (mul $processes $ofProcess) | toYaml }}
{{- end }}

{{/* The max_connections that Postgres has to have: beside the services there are the setup job, backups, monitoring and people. */}}
{{- define "muster.connections" -}}
{{- $root := . }}{{ $sum := 20 }}
{{- range $name, $service := (.Files.Get "files/variables.yaml" | fromYaml).services }}
{{- $sum = add $sum (include "muster.pools" (list $root $name $service.fixedConnections) | fromYaml).connections }}
{{- end }}
{{- $sum }}
{{- end }}

{{/* Refuses variables that no service reads, secrets among them, and fewer connections than the services may open. */}}
{{- define "muster.refusals" -}}
{{- $all := dict }}
{{- range $name, $service := (.Files.Get "files/variables.yaml" | fromYaml).services }}
{{- range $service.settings }}{{ $_ := set $all . true }}{{ end }}
{{- range $variable, $_ := (get $.Values.services $name).settings }}
{{- if not (has $variable $service.settings) }}
{{- fail (printf "services.%s.settings: %s has no setting %s: docs/configuration.md" $name $name $variable) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $variable, $_ := .Values.settings }}
{{- if not (hasKey $all $variable) }}
{{- fail (printf "settings: no service has a setting %s: docs/configuration.md" $variable) }}
{{- end }}
{{- end }}
{{- $needed := include "muster.connections" . | int }}
{{- if gt $needed (int .Values.database.maxConnections) }}
{{- fail (printf "The services may open %d connections to Postgres, and database.maxConnections is %d. Raise max_connections of Postgres and this value, or lower services.<name>.replicas.max." $needed (int .Values.database.maxConnections)) }}
{{- end }}
{{- end }}
