/** Templates of what stands around the services: settings, policies, ways in, priorities, monitoring. */
import { podMonitor, prometheusRule } from '../monitoring/files.ts';
import { runbookLinks } from '../monitoring/rules.ts';
import { policies, policyTowardsRunners } from '../kubernetes/policies.ts';
import { add, fileOf, OWN_NAMESPACE, put } from './chart-file.ts';
import { byHand } from './defaults.ts';
import { block, hole, yamlOf } from './template.ts';

const HOST = '{{ include "muster.host" . }}';

/** The policy of the NATS servers goes with them. */
export const policiesFile = (): string =>
  fileOf([
    ...policies().map((manifest) =>
      manifest.metadata.name === 'nats' ? { manifest, when: '.Values.nats.enabled' } : { manifest },
    ),
    { manifest: policyTowardsRunners(), when: '.Values.runners.enabled' },
  ]);

export const ingressFile = (): string =>
  fileOf(
    byHand('components/ingress/ingress.yaml').map((manifest) => ({
      manifest,
      when: '.Values.ingress.enabled',
      patches: [
        put('/metadata/annotations', yamlOf('.Values.ingress.annotations', 4)),
        put('/spec/ingressClassName', hole('{{ .Values.ingress.className }}')),
        put('/spec/tls/0/hosts/0', hole(HOST)),
        put('/spec/tls/0/secretName', hole('{{ .Values.ingress.tlsSecret }}')),
        put('/spec/rules/0/host', hole(HOST)),
      ],
    })),
  );

export const httpRouteFile = (): string =>
  fileOf(
    byHand('components/gateway-api/http-route.yaml').map((manifest) => ({
      manifest,
      when: '.Values.httpRoute.enabled',
      patches: [
        put('/spec/parentRefs/0', {
          name: hole('{{ .Values.httpRoute.gateway.name }}'),
          namespace: hole('{{ .Values.httpRoute.gateway.namespace }}'),
        }),
        put('/spec/hostnames/0', hole(HOST)),
      ],
    })),
  );

export const priorityFile = (): string =>
  fileOf(
    byHand('components/priority/classes.yaml').map((manifest) => ({
      manifest,
      when: '.Values.priority',
      namespace: '',
    })),
  );

const labels = block('.Values.monitoring.labels', yamlOf('.Values.monitoring.labels', 4));

const RUNBOOKS_URL = '.Values.monitoring.runbooksUrl';
const links = runbookLinks.map(({ path, page }) =>
  add(path, block(RUNBOOKS_URL, { runbook_url: hole(`{{ ${RUNBOOKS_URL} }}/${page}`) })),
);

export const monitoringFile = (): string =>
  fileOf(
    [podMonitor, prometheusRule].map((manifest) => ({
      manifest,
      when: '.Values.monitoring.enabled',
      patches: [
        add('/metadata/labels/more', labels),
        ...(manifest === podMonitor
          ? [
              put('/spec/namespaceSelector/matchNames', [
                hole(OWN_NAMESPACE),
                hole('{{ .Values.runners.namespace }}'),
              ]),
            ]
          : links),
      ],
    })),
  );

/** `range` writes the settings one by one, so that an empty map is none. */
export const settingsFile = (): string => `${fileOf([])}---
apiVersion: v1
kind: ConfigMap
metadata:
  name: muster
  namespace: ${OWN_NAMESPACE}
data:
  {{- if not .Values.settings.MUSTER_API_URL }}
  MUSTER_API_URL: {{ include "muster.apiUrl" . }}
  {{- end }}
  {{- if and .Values.runners.enabled (not .Values.settings.MUSTER_RUNNERS) }}
  MUSTER_RUNNERS: {{ include "muster.runners" . | quote }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  {{ $name }}: {{ $value | quote }}
  {{- end }}
`;
