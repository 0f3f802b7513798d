/** Panels of a service: those that every service has, and those of one service alone. */
import type { ServiceName } from '@muster/contracts';
import { maxBy, quantile, RANGE, rateBy, rateOf, sumBy, type Panel } from './panels.ts';

export const commonPanels = (name: ServiceName): Panel[] => {
  const service = `service="${name}"`;
  return [
    ...requestPanels(service),
    ...resourcePanels(service),
    ...publishingPanels(service),
    ...reactionPanels(service),
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

const resourcePanels = (service: string): Panel[] => [
  {
    title: 'Transaction pool connections',
    unit: 'short',
    queries: [
      sumBy(`muster_db_pool_connections{${service}}`, 'state'),
      { expr: `sum(muster_db_pool_connections_max{${service}})`, legend: 'limit' },
    ],
  },
  {
    title: 'Event loop lag, p99',
    unit: 's',
    queries: [
      {
        expr: `clamp_min(max(muster_nodejs_eventloop_lag_p99_seconds{${service}}) - 1, 0)`,
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
  {
    title: 'Oldest unpublished event',
    unit: 's',
    queries: [{ expr: `max(muster_outbox_oldest_seconds{${service}})`, legend: 'age' }],
  },
  {
    title: 'Relay: events published, passes failed',
    unit: 'ops',
    queries: [
      rateOf(`muster_events_published_total{${service}}`, 'published'),
      rateOf(`muster_publish_failures_total{${service}}`, 'failed passes'),
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
    title: 'Blocked companies and dead letters',
    unit: 'short',
    queries: [
      { expr: `max(muster_companies_blocked{${service}})`, legend: 'blocked companies' },
      { expr: `max(muster_dead_letters_open{${service}})`, legend: 'dead letters' },
    ],
  },
];

const claim = 'operation="checkoutIssue"';

export const ownPanels: { readonly [name in ServiceName]?: readonly Panel[] } = {
  gateway: [
    {
      title: 'HTTP requests by outcome',
      unit: 'reqps',
      queries: [rateBy('muster_http_answers_total', 'kind')],
    },
    {
      title: 'HTTP requests by status',
      unit: 'reqps',
      queries: [rateBy('muster_http_request_duration_seconds_count', 'status')],
    },
    {
      title: 'Slowest HTTP operations, p99',
      unit: 's',
      queries: [
        {
          expr:
            'topk(10, ' +
            `${quantile(0.99, 'muster_http_request_duration_seconds', '', 'operation').expr})`,
          legend: '{{operation}}',
        },
      ],
    },
    {
      title: 'Settle time of writes, p99',
      unit: 's',
      queries: [quantile(0.99, 'muster_settle_seconds', '', 'outcome')],
    },
    {
      title: 'Open event streams and long polls',
      unit: 'short',
      queries: [{ expr: 'sum(muster_feed_streams)', legend: 'open' }],
    },
    {
      title: 'Ended event streams by reason',
      unit: 'ops',
      queries: [rateBy('muster_feed_ends_total', 'reason')],
    },
    {
      title: 'Webhook deliveries by outcome',
      unit: 'ops',
      queries: [rateBy('muster_webhook_deliveries_total', 'outcome')],
    },
  ],
  issues: [
    {
      title: 'Claims by outcome',
      unit: 'reqps',
      queries: [rateBy(`muster_rpc_answers_total{${claim}}`, 'kind')],
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
  ],
  billing: [
    {
      title: 'Budget reservations by outcome',
      unit: 'reqps',
      queries: [rateBy('muster_rpc_answers_total{operation="reserveRun"}', 'kind')],
    },
    {
      title: 'Cost totals that differ from booked costs, 24 h',
      unit: 'short',
      queries: [
        { expr: 'sum(increase(muster_cost_totals_mismatched_total[1d]))', legend: 'totals' },
      ],
    },
  ],
  scheduler: [
    {
      title: 'Run admissions by answer',
      unit: 'ops',
      queries: [rateBy('muster_run_admissions_total', 'answer')],
    },
    {
      title: 'Wake-ups by outcome',
      unit: 'ops',
      queries: [rateBy('muster_wakes_total', 'outcome')],
    },
    {
      title: 'Skipped wake-ups by reason',
      unit: 'ops',
      queries: [rateBy('muster_wake_skips_total', 'reason')],
    },
    {
      title: 'Wake-up delay by source, p95',
      unit: 's',
      queries: [quantile(0.95, 'muster_wake_delay_seconds', '', 'source')],
    },
    {
      title: 'Finished runs by status',
      unit: 'ops',
      queries: [rateBy('muster_runs_finished_total', 'status')],
    },
    {
      title: 'Queued and held runs',
      unit: 'short',
      queries: [maxBy('muster_runs_live', 'state')],
    },
    {
      title: 'Lost leases, wake-up loops, jobs not accepted',
      unit: 'ops',
      queries: [
        rateOf('muster_leases_lost_total', 'lost leases'),
        rateOf('muster_queue_refused_total', 'jobs not accepted by the queue'),
        rateOf('muster_wake_loops_total', 'wake-up loops stopped'),
      ],
    },
    {
      title: 'Most overdue timer and run start',
      unit: 's',
      queries: [
        { expr: 'max(muster_timer_lag_seconds)', legend: 'timer overdue by' },
        { expr: 'max(muster_run_start_lag_seconds)', legend: 'run ready to start for' },
      ],
    },
  ],
};
