/** Scrape configurations for a Prometheus without the operator: in a cluster, and beside compose. */
import { serviceNames } from '@muster/contracts';
import { stringify } from 'yaml';
import { NAMESPACE, OPS_PORT, RUNNERS_NAMESPACE } from '../tables/workloads.ts';

const HEADER =
  '# Rendered by `pnpm render`; change deploy/prometheus/scrape.ts and render again.\n';
const INTERVAL = '15s';

/** Names of these services in the network that their runner does not share: see compose.monitoring.yaml. */
export const withRunner = ['gateway', 'scheduler'] as const;
/** The container that exports what NATS reports; a cluster has one in each pod of NATS. */
export const NATS_METRICS = 'nats-metrics';
export const opsName = (service: string): string => `${service}-ops`;

const all = { scrape_interval: INTERVAL, evaluation_interval: INTERVAL };
const job = {
  job_name: 'muster',
  // The label `service` is the one that the process exports, not the one of the discovery.
  honor_labels: true,
};
const label = (name: string, source: string) => ({ source_labels: [source], target_label: name });

/** The pods that the PodMonitor of the chart selects, with the labels that the operator gives them. */
const kubernetes = {
  global: all,
  rule_files: ['rules.yaml'],
  scrape_configs: [
    {
      ...job,
      kubernetes_sd_configs: [
        {
          role: 'pod',
          namespaces: { names: [NAMESPACE, RUNNERS_NAMESPACE] },
          selectors: [{ role: 'pod', label: 'app.kubernetes.io/part-of=muster' }],
        },
      ],
      relabel_configs: [
        {
          source_labels: ['__meta_kubernetes_pod_container_port_name'],
          regex: 'ops',
          action: 'keep',
        },
        // Pods of finished jobs have an address that may be another pod's by now.
        {
          source_labels: ['__meta_kubernetes_pod_phase'],
          regex: 'Succeeded|Failed',
          action: 'drop',
        },
        label('namespace', '__meta_kubernetes_namespace'),
        label('pod', '__meta_kubernetes_pod_name'),
        label('container', '__meta_kubernetes_pod_container_name'),
      ],
    },
  ],
};

const hostOf = (service: string): string =>
  (withRunner as readonly string[]).includes(service) ? opsName(service) : service;

const compose = {
  global: all,
  rule_files: ['rules.yaml'],
  scrape_configs: [
    {
      ...job,
      // Every container of a service that was scaled has an address of its own under the name.
      dns_sd_configs: [
        {
          names: [...serviceNames.map(hostOf), NATS_METRICS],
          type: 'A',
          port: OPS_PORT,
          refresh_interval: INTERVAL,
        },
      ],
    },
  ],
};

/** Path below `deploy/prometheus` → contents. */
export const prometheusFiles: Readonly<Record<string, string>> = {
  'kubernetes.yaml': HEADER + stringify(kubernetes),
  'compose.yaml': HEADER + stringify(compose),
};
