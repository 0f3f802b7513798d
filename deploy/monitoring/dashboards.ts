/** The dashboards: one that tells whether all is well, and one a service that tells why not. */
import { serviceNames } from '@muster/contracts';
import { objectives, ratioName } from './objectives.ts';
import { maxBy, quantile, rateBy, type Panel } from './panels.ts';
import { commonPanels, ownPanels } from './service-panels.ts';

export interface Dashboard {
  /** Of its file, its ConfigMap and its address in Grafana. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const promises: readonly Panel[] = objectives.map((objective) => ({
  title: `${objective.name}: share that breaks the promise`,
  unit: 'percentunit',
  queries: [
    { expr: ratioName(objective, '5m'), legend: '5 minutes' },
    { expr: ratioName(objective, '1h'), legend: '1 hour' },
    { expr: ratioName(objective, '3d'), legend: '3 days' },
    { expr: `vector(${(1 - objective.objective).toFixed(3)})`, legend: 'promised' },
  ],
}));

const overview: readonly Panel[] = [
  ...promises,
  {
    title: 'HTTP by what came of it', unit: 'reqps',
    queries: [rateBy('muster_http_answers_total', 'kind')],
  },
  {
    title: 'HTTP, time to answer', unit: 's',
    queries: [0.5, 0.95, 0.99].map((share) =>
      quantile(share, 'muster_http_request_duration_seconds')),
  },
  {
    title: 'Services: faults and what they could not do', unit: 'reqps',
    queries: [rateBy('muster_rpc_answers_total{kind=~"unavailable|fault"}', 'service')],
  },
  {
    title: 'Services: time to answer, p99', unit: 's',
    queries: [quantile(0.99, 'muster_rpc_duration_seconds', '', 'service')],
  },
  {
    title: 'Waits for effects, p99', unit: 's',
    queries: [quantile(0.99, 'muster_settle_seconds', '', 'outcome')],
  },
  {
    title: 'From an event to its effect, p99', unit: 's',
    queries: [quantile(0.99, 'muster_event_lag_seconds', '', 'service')],
  },
  {
    title: 'Oldest event not published', unit: 's',
    queries: [maxBy('muster_outbox_oldest_seconds', 'service')],
  },
  {
    title: 'Oldest event known and not applied', unit: 's',
    queries: [maxBy('muster_oldest_unapplied_seconds', 'service')],
  },
  {
    title: 'Companies blocked', unit: 'short',
    queries: [maxBy('muster_companies_blocked', 'service')],
  },
  {
    title: 'Dead letters', unit: 'short', queries: [maxBy('muster_dead_letters_kept', 'service')],
  },
  {
    title: 'Claims that met another owner or status', unit: 'reqps',
    queries: [rateBy(
      'muster_refusals_total{service="issues",' +
        'code=~"issue_owned_by_another_agent|unexpected_status"}', 'code')],
  },
  {
    title: 'Leave to start a run', unit: 'ops',
    queries: [rateBy('muster_run_leaves_total', 'answer')],
  },
  {
    title: 'From a cause to an agent that runs', unit: 's',
    queries: [0.5, 0.95].map((share) => quantile(share, 'muster_wake_delay_seconds')),
  },
  {
    title: 'Runs that ended', unit: 'ops',
    queries: [rateBy('muster_runs_finished_total', 'status')],
  },
  {
    title: 'Transactions that wait for a connection', unit: 'short',
    queries: [maxBy('muster_db_pool_connections{state="waiting"}', 'service')],
  },
  {
    title: 'Memory of the largest process', unit: 'bytes',
    queries: [maxBy('muster_process_resident_memory_bytes', 'service')],
  },
  {
    title: 'Processes', unit: 'short',
    queries: [{
      expr: 'count by (service, version) (muster_build_info)', legend: '{{service}} {{version}}',
    }],
  },
];

export const dashboards: readonly Dashboard[] = [
  { name: 'muster-overview', title: 'Muster', panels: overview },
  ...serviceNames.map((name) => ({
    name: `muster-${name}`,
    title: `Muster: ${name}`,
    panels: [...(ownPanels[name] ?? []), ...commonPanels(name)],
  })),
];
