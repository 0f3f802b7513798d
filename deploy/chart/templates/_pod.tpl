{{/* The security context of a pod: a user that no user of a node is, and the default seccomp profile. */}}
{{- define "muster.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* The least privileges of a container. */}}
{{- define "muster.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}

{{/*
Probes on the ops server. The startup probe only waits for the process: a pod that waits for the setup job is live but
unready. The time limit is longer than load delays an answer, so only a process that hangs leaves the endpoints.
*/}}
{{- define "muster.probes" -}}
startupProbe:
  httpGet:
    path: /livez
    port: ops
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 60
readinessProbe:
  httpGet:
    path: /readyz
    port: ops
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 3
livenessProbe:
  httpGet:
    path: /livez
    port: ops
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* Spreads the pods of a workload over a part of the cluster, as far as there is room: the workload, and the label of nodes. */}}
{{- define "muster.spread" -}}
- maxSkew: 1
  topologyKey: {{ index . 1 }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "muster.labels" (index . 0) | nindent 6 }}
{{- end }}

{{/* Where pods may run, and how their images are pulled; some have nodes of their own. */}}
{{- define "muster.placement" -}}
{{- $root := index . 0 }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with index . 1 | default $root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The settings of the whole installation, then those of this workload, which take precedence. */}}
{{- define "muster.fromSettings" -}}
- configMapRef:
    name: muster
- configMapRef:
    name: muster-{{ . }}
    optional: true
{{- end }}

{{/* Variables of a pod that name the files of its secrets. */}}
{{- define "muster.secretFiles" -}}
{{- range . }}
- name: {{ .variable }}_FILE
  value: /run/secrets/muster/{{ .variable }}
{{- end }}
{{- end }}

{{/* The volume with these files, readable for the group of the pod. */}}
{{- define "muster.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range . }}
      - secret:
          name: {{ .secret }}
          items:
            - key: {{ .key }}
              path: {{ .variable }}
      {{- end }}
{{- end }}
