{{- define "muster.policy.deny" -}}
podSelector: {}
policyTypes:
  - Ingress
  - Egress
{{- end }}

{{/* Every pod may resolve names; NodeLocal DNSCache is outside of the pod network. */}}
{{- define "muster.policy.names" -}}
podSelector: {}
policyTypes:
  - Egress
egress:
  - to:
      - namespaceSelector:
          {{- with .Values.dns.namespace }}
          matchLabels:
            kubernetes.io/metadata.name: {{ . }}
          {{- else }} {}
          {{- end }}
      - ipBlock:
          cidr: 169.254.20.10/32
    ports:
      - protocol: UDP
        port: 53
      - protocol: TCP
        port: 53
{{- end }}

{{/* Metrics are scraped from namespaces with the monitoring label only. */}}
{{- define "muster.policy.scraped" -}}
- from:
    - namespaceSelector:
        matchLabels:
          muster.dev/monitoring: "true"
  ports:
    - protocol: TCP
      port: 9090
{{- end }}

{{/* A server that is yours, at the addresses that the values name, or at any. */}}
{{- define "muster.policy.server" -}}
- ports:
    {{- range .ports }}
    - protocol: TCP
      port: {{ . }}
    {{- end }}
  {{- with .addresses }}
  to:
    {{- range . }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  {{- end }}
{{- end }}

{{/* The internet without networks of the cluster, of nodes and of metadata services. */}}
{{- define "muster.policy.internet" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          - 10.0.0.0/8
          - 172.16.0.0/12
          - 192.168.0.0/16
          - 169.254.0.0/16
          - 100.64.0.0/10
  ports:
    - protocol: TCP
      port: 443
{{- end }}
