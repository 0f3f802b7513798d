/** The rendered files: a kustomize component, and rules for a Prometheus without the operator. */
import { stringify } from 'yaml';
import { RUNNERS_NAMESPACE } from '../kubernetes/runners.ts';
import { NAMESPACE } from '../kubernetes/workloads.ts';
import { dashboards } from './dashboards.ts';
import { grafanaOf } from './grafana.ts';
import { ruleGroups, runbookLinks } from './rules.ts';
import { RUNBOOKS } from './runbooks.ts';

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

const links = {
  apiVersion: 'kustomize.config.k8s.io/v1alpha1',
  kind: 'Component',
  patches: [
    {
      target: { kind: prometheusRule.kind, name: prometheusRule.metadata.name },
      patch: stringify(
        runbookLinks.map(({ path, page }) => ({ op: 'add', path, value: `/${page}` })),
      ),
    },
  ],
  // The address goes before the first delimiter, where the patch leaves nothing.
  replacements: [
    {
      source: { kind: 'ConfigMap', name: 'muster-runbooks', fieldPath: 'data.url' },
      targets: [
        {
          select: { kind: prometheusRule.kind, name: prometheusRule.metadata.name },
          fieldPaths: ['spec.groups.[name=muster-alerts].rules.*.annotations.runbook_url'],
          options: { delimiter: `/${RUNBOOKS}`, index: 0 },
        },
      ],
    },
  ],
};

const LINKS = `# Adds links to runbooks to the alerts: name it after the component \`monitoring\`, and make a ConfigMap
# \`muster-runbooks\` whose \`url\` is where the files of this repository are published.
`;

/** Path below `deploy/monitoring` → contents. */
export const monitoringFiles: Readonly<Record<string, string>> = {
  'rules.yaml': yaml({ groups: ruleGroups }),
  'pod-monitor.yaml': yaml(podMonitor),
  'prometheus-rule.yaml': yaml(prometheusRule),
  'kustomization.yaml': yaml(component),
  'runbook-links/kustomization.yaml': HEADER + LINKS + stringify(links),
  ...Object.fromEntries(
    dashboards.map((dashboard) => [
      `dashboards/${dashboard.name}.json`,
      `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`,
    ]),
  ),
};
