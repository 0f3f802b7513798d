/** The panels that every service has. */
import type { ServiceName } from '@muster/contracts';
import { maxBy, quantile, RANGE, rateBy, rateOf, sumBy, type Panel } from './panels.ts';

export const commonPanels = (name: ServiceName): Panel[] => {
  const service = `service="${name}"`;
  return [
    ...requestPanels(service),
    ...resourcePanels(service),
    ...publishingPanels(service),
    ...reactionPanels(service),
    ...failurePanels(service),
  ];
};

const requestPanels = (service: string): Panel[] => [
  {
    title: 'RPC requests by outcome',
    unit: 'reqps',
    queries: [rateBy(`muster_rpc_answers_total{${service}}`, 'kind')],
  },
  {
    title: 'RPC latency',
    unit: 's',
    queries: [0.5, 0.95, 0.99].map((share) =>
      quantile(share, 'muster_rpc_duration_seconds', service),
    ),
  },
  {
    title: 'Slowest RPC operations, p99',
    unit: 's',
    queries: [
      {
        expr: `topk(10, ${quantile(0.99, 'muster_rpc_duration_seconds', service, 'operation').expr})`,
        legend: '{{operation}}',
      },
    ],
  },
  {
    title: 'Refusals by code',
    unit: 'reqps',
    queries: [
      {
        expr: `topk(10, sum by (code) (rate(muster_refusals_total{${service}}[${RANGE}])))`,
        legend: '{{code}}',
      },
    ],
  },
  {
    title: 'RPC requests in flight, busiest process',
    unit: 'short',
    queries: [
      { expr: `max(muster_rpc_in_flight{${service}})`, legend: 'in flight' },
      { expr: `max(muster_rpc_in_flight_max{${service}})`, legend: 'limit' },
    ],
  },
];

const commitPanel = (service: string): Panel => ({
  title: 'Writes per transaction, mean',
  unit: 'short',
  queries: [
    {
      expr:
        `sum(rate(muster_write_batch_size_sum{${service}}[${RANGE}]))` +
        ` / sum(rate(muster_write_batch_size_count{${service}}[${RANGE}]))`,
      legend: 'writes',
    },
  ],
});

const resourcePanels = (service: string): Panel[] => [
  commitPanel(service),
  {
    title: 'Transaction pool connections',
    unit: 'short',
    queries: [
      sumBy(`muster_db_pool_connections{${service}}`, 'state'),
      { expr: `sum(muster_db_pool_connections_max{${service}})`, legend: 'limit' },
    ],
  },
  {
    title: 'Event loop lag, longest in a minute',
    unit: 's',
    queries: [
      {
        expr: `max(muster_event_loop_lag_seconds{${service}})`,
        legend: 'worst process',
      },
    ],
  },
  {
    title: 'CPU usage',
    unit: 'short',
    queries: [rateOf(`muster_process_cpu_seconds_total{${service}}`, 'cores')],
  },
  {
    title: 'Memory',
    unit: 'bytes',
    queries: [
      { expr: `max(muster_process_resident_memory_bytes{${service}})`, legend: 'largest process' },
      { expr: `max(muster_nodejs_heap_size_used_bytes{${service}})`, legend: 'largest heap' },
    ],
  },
  {
    title: 'Processes by version',
    unit: 'short',
    queries: [
      {
        expr: `count by (version) (muster_build_info{${service}})`,
        legend: '{{version}}',
      },
    ],
  },
  {
    title: 'Migrations, known and applied',
    unit: 'short',
    queries: [maxBy(`muster_schema_migrations{${service}}`, 'state')],
  },
];

const publishingPanels = (service: string): Panel[] => [
  {
    title: 'Events emitted by type',
    unit: 'ops',
    queries: [
      {
        expr: `topk(10, sum by (type) (rate(muster_events_emitted_total{${service}}[${RANGE}])))`,
        legend: '{{type}}',
      },
    ],
  },
];

const reactionPanels = (service: string): Panel[] => [
  {
    title: 'Events applied by producer',
    unit: 'ops',
    queries: [rateBy(`muster_events_applied_total{${service}}`, 'producer')],
  },
  {
    title: 'Event lag by producer, p99',
    unit: 's',
    queries: [quantile(0.99, 'muster_event_lag_seconds', service, 'producer')],
  },
  {
    title: 'Oldest unapplied event by producer',
    unit: 's',
    queries: [maxBy(`muster_oldest_unapplied_seconds{${service}}`, 'producer')],
  },
  {
    title: 'Failed reactions and catch-ups',
    unit: 'ops',
    queries: [
      rateOf(`muster_reaction_failures_total{${service}}`, 'failed attempts'),
      rateOf(`muster_catch_ups_total{${service}}`, 'catch-ups'),
    ],
  },
  {
    title: 'Partitions: taken and gaps',
    unit: 'short',
    queries: [
      { expr: `sum(muster_partitions_held{${service}})`, legend: 'partitions taken' },
      rateOf(`muster_event_gaps_total{${service}}`, 'gaps per second'),
    ],
  },
];

const failurePanels = (service: string): Panel[] => [
  {
    title: 'Blocked companies and dead letters',
    unit: 'short',
    queries: [
      { expr: `max(muster_companies_blocked{${service}})`, legend: 'blocked companies' },
      { expr: `max(muster_dead_letters_open{${service}})`, legend: 'dead letters' },
    ],
  },
  {
    title: 'Bulk effects in progress',
    unit: 'short',
    queries: [
      { expr: `max(muster_bulk_effects_open{${service}})`, legend: 'bulk effects' },
      {
        expr: `sum(rate(muster_bulk_effect_steps_total{${service}}[$__rate_interval]))`,
        legend: 'steps per second',
      },
    ],
  },
  {
    title: 'Size of the event log',
    unit: 'bytes',
    queries: [{ expr: `max(muster_event_log_bytes{${service}})`, legend: 'with its indexes' }],
  },
];
