/** The dashboards: an overview, a first look when something is wrong, one per service for the diagnosis, one of the runners and one of NATS. */
import { serviceNames } from '@muster/contracts';
import { natsPanels } from './nats-panels.ts';
import { objectives, ratioName } from './objectives.ts';
import { ownPanels } from './own-panels.ts';
import { maxBy, quantile, rateBy, type Panel } from './panels.ts';
import { runnerPanels } from './runner-panels.ts';
import { commonPanels } from './service-panels.ts';
import { triagePanels } from './triage-panels.ts';

export interface Dashboard {
  /** Names its file, its ConfigMap and its address in Grafana. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  /** Of a panel; the grid is 24 wide. */
  readonly width?: number;
}

const promises: readonly Panel[] = objectives.map((objective) => ({
  title: `${objective.title}: error ratio`,
  unit: 'percentunit',
  queries: [
    { expr: ratioName(objective, '5m'), legend: '5 minutes' },
    { expr: ratioName(objective, '1h'), legend: '1 hour' },
    { expr: ratioName(objective, '3d'), legend: '3 days' },
    { expr: `vector(${(1 - objective.objective).toFixed(3)})`, legend: 'objective' },
  ],
}));

const overview: readonly Panel[] = [
  ...promises,
  {
    title: 'HTTP requests by outcome',
    unit: 'reqps',
    queries: [rateBy('muster_http_answers_total', 'kind')],
  },
  {
    title: 'HTTP latency',
    unit: 's',
    queries: [0.5, 0.95, 0.99].map((share) =>
      quantile(share, 'muster_http_request_duration_seconds'),
    ),
  },
  {
    title: 'RPC errors by service',
    unit: 'reqps',
    queries: [rateBy('muster_rpc_answers_total{kind=~"unavailable|fault"}', 'service')],
  },
  {
    title: 'RPC latency by service, p99',
    unit: 's',
    queries: [quantile(0.99, 'muster_rpc_duration_seconds', '', 'service')],
  },
  {
    title: 'Settle time of writes, p99',
    unit: 's',
    queries: [quantile(0.99, 'muster_settle_seconds', '', 'outcome')],
  },
  {
    title: 'Event lag, p99',
    unit: 's',
    queries: [quantile(0.99, 'muster_event_lag_seconds', '', 'service')],
  },
  {
    title: 'Oldest unapplied event',
    unit: 's',
    queries: [maxBy('muster_oldest_unapplied_seconds', 'service')],
  },
  {
    title: 'Blocked companies',
    unit: 'short',
    queries: [maxBy('muster_companies_blocked', 'service')],
  },
  {
    title: 'Dead letters',
    unit: 'short',
    queries: [maxBy('muster_dead_letters_open', 'service')],
  },
  {
    title: 'Claim conflicts by code',
    unit: 'reqps',
    queries: [
      rateBy(
        'muster_refusals_total{service="issues",' +
          'code=~"issue_owned_by_another_agent|unexpected_status"}',
        'code',
      ),
    ],
  },
  {
    title: 'Run admissions by answer',
    unit: 'ops',
    queries: [rateBy('muster_run_admissions_total', 'answer')],
  },
  {
    title: 'Wake-up delay',
    unit: 's',
    queries: [0.5, 0.95].map((share) => quantile(share, 'muster_wake_delay_seconds')),
  },
  {
    title: 'Finished runs by status',
    unit: 'ops',
    queries: [rateBy('muster_runs_finished_total', 'status')],
  },
  {
    title: 'Transactions waiting for a connection',
    unit: 'short',
    queries: [maxBy('muster_db_pool_connections{state="waiting"}', 'service')],
  },
  {
    title: 'Memory of the largest process',
    unit: 'bytes',
    queries: [maxBy('muster_process_resident_memory_bytes', 'service')],
  },
  {
    title: 'Processes by version',
    unit: 'short',
    queries: [
      {
        expr: 'count by (service, version) (muster_build_info)',
        legend: '{{service}} {{version}}',
      },
    ],
  },
];

export const dashboards: readonly Dashboard[] = [
  { name: 'muster-overview', title: 'Muster', panels: overview },
  { name: 'muster-triage', title: 'Muster: triage', panels: triagePanels, width: 6 },
  ...serviceNames.map((name) => ({
    name: `muster-${name}`,
    title: `Muster: ${name}`,
    panels: [...(ownPanels[name] ?? []), ...commonPanels(name)],
  })),
  { name: 'muster-runners', title: 'Muster: runners', panels: runnerPanels },
  { name: 'muster-nats', title: 'Muster: NATS', panels: natsPanels },
];
