/** The rendered files: a kustomize component, and rules for a Prometheus without the operator. */
import { stringify } from 'yaml';
import { RUNNERS_NAMESPACE } from '../kubernetes/runners.ts';
import { NAMESPACE } from '../kubernetes/workloads.ts';
import { dashboards } from './dashboards.ts';
import { grafanaOf } from './grafana.ts';
import { ruleGroups } from './rules.ts';

const HEADER = '# Rendered by `pnpm render`; change deploy/monitoring/*.ts and render again.\n';
const labels = { 'app.kubernetes.io/part-of': 'muster' };

const yaml = (document: object): string =>
  HEADER + stringify(document, { aliasDuplicateObjects: false });

export const podMonitor = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name: 'muster', labels },
  spec: {
    namespaceSelector: { matchNames: [NAMESPACE, RUNNERS_NAMESPACE] },
    selector: { matchLabels: labels },
    podMetricsEndpoints: [
      {
        port: 'ops',
        path: '/metrics',
        interval: '15s',
        // The label `service` is the one that the process exports, not the one of the cluster.
        honorLabels: true,
      },
    ],
  },
};

export const prometheusRule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'muster', labels },
  spec: { groups: ruleGroups },
};

const component = {
  apiVersion: 'kustomize.config.k8s.io/v1alpha1',
  kind: 'Component',
  resources: ['pod-monitor.yaml', 'prometheus-rule.yaml'],
  configMapGenerator: dashboards.map(({ name }) => ({
    name: `${name}-dashboard`,
    files: [`dashboards/${name}.json`],
    options: { disableNameSuffixHash: true, labels: { grafana_dashboard: '1' } },
  })),
};

/** Path below `deploy/monitoring` → contents. */
export const monitoringFiles: Readonly<Record<string, string>> = {
  'rules.yaml': yaml({ groups: ruleGroups }),
  'pod-monitor.yaml': yaml(podMonitor),
  'prometheus-rule.yaml': yaml(prometheusRule),
  'kustomization.yaml': yaml(component),
  ...Object.fromEntries(
    dashboards.map((dashboard) => [
      `dashboards/${dashboard.name}.json`,
      `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`,
    ]),
  ),
};
