/** What is looked at of a service: the same of each, and what is particular about one. */
import type { ServiceName } from '@muster/contracts';
import { maxBy, quantile, RANGE, rateBy, rateOf, sumBy, type Panel } from './panels.ts';

export const commonPanels = (name: ServiceName): Panel[] => {
  const service = `service="${name}"`;
  return [...requestPanels(service), ...resourcePanels(service), ...eventPanels(service)];
};

const requestPanels = (service: string): Panel[] => [
  {
    title: 'Requests by what came of them', unit: 'reqps',
    queries: [rateBy(`muster_rpc_answers_total{${service}}`, 'kind')],
  },
  {
    title: 'Time to answer', unit: 's',
    queries: [0.5, 0.95, 0.99].map((share) =>
      quantile(share, 'muster_rpc_duration_seconds', service)),
  },
  {
    title: 'Slowest operations, p99', unit: 's',
    queries: [{
      expr: `topk(10, ${quantile(0.99, 'muster_rpc_duration_seconds', service, 'operation').expr})`,
      legend: '{{operation}}',
    }],
  },
  {
    title: 'Refusals by code', unit: 'reqps',
    queries: [{
      expr: `topk(10, sum by (code) (rate(muster_refusals_total{${service}}[${RANGE}])))`,
      legend: '{{code}}',
    }],
  },
  {
    title: 'Requests under way in the busiest process', unit: 'short',
    queries: [
      { expr: `max(muster_rpc_in_flight{${service}})`, legend: 'under way' },
      { expr: `max(muster_rpc_in_flight_max{${service}})`, legend: 'most' },
    ],
  },
];

const resourcePanels = (service: string): Panel[] => [
  {
    title: 'Connections for transactions', unit: 'short',
    queries: [
      sumBy(`muster_db_pool_connections{${service}}`, 'state'),
      { expr: `sum(muster_db_pool_connections_max{${service}})`, legend: 'most' },
    ],
  },
  {
    title: 'Event loop behind, p99', unit: 's',
    queries: [{
      expr: `clamp_min(max(muster_nodejs_eventloop_lag_p99_seconds{${service}}) - 1, 0)`,
      legend: 'worst process',
    }],
  },
  {
    title: 'Processor time', unit: 'short',
    queries: [rateOf(`muster_process_cpu_seconds_total{${service}}`, 'cores')],
  },
  {
    title: 'Memory', unit: 'bytes',
    queries: [
      { expr: `max(muster_process_resident_memory_bytes{${service}})`, legend: 'largest process' },
      { expr: `max(muster_nodejs_heap_size_used_bytes{${service}})`, legend: 'largest heap' },
    ],
  },
  {
    title: 'Processes by release', unit: 'short',
    queries: [{
      expr: `count by (version) (muster_build_info{${service}})`, legend: '{{version}}',
    }],
  },
  {
    title: 'Migrations', unit: 'short',
    queries: [maxBy(`muster_schema_migrations{${service}}`, 'state')],
  },
];

const eventPanels = (service: string): Panel[] => [
  {
    title: 'Events said', unit: 'ops',
    queries: [{
      expr: `topk(10, sum by (type) (rate(muster_events_said_total{${service}}[${RANGE}])))`,
      legend: '{{type}}',
    }],
  },
  {
    title: 'Oldest event not published', unit: 's',
    queries: [{ expr: `max(muster_outbox_oldest_seconds{${service}})`, legend: 'age' }],
  },
  {
    title: 'Publishing', unit: 'ops',
    queries: [
      rateOf(`muster_events_published_total{${service}}`, 'published'),
      rateOf(`muster_publish_failures_total{${service}}`, 'failed'),
    ],
  },
  {
    title: 'Events applied, by producer', unit: 'ops',
    queries: [rateBy(`muster_events_applied_total{${service}}`, 'producer')],
  },
  {
    title: 'From an event to its effect, p99', unit: 's',
    queries: [quantile(0.99, 'muster_event_lag_seconds', service, 'producer')],
  },
  {
    title: 'Oldest event known and not applied', unit: 's',
    queries: [maxBy(`muster_oldest_unapplied_seconds{${service}}`, 'producer')],
  },
  {
    title: 'Effects that fail', unit: 'ops',
    queries: [
      rateOf(`muster_reaction_failures_total{${service}}`, 'failed attempts'),
      rateOf(`muster_catch_ups_total{${service}}`, 'gaps filled'),
    ],
  },
  {
    title: 'Companies blocked, dead letters', unit: 'short',
    queries: [
      { expr: `max(muster_companies_blocked{${service}})`, legend: 'companies blocked' },
      { expr: `max(muster_dead_letters_kept{${service}})`, legend: 'dead letters' },
    ],
  },
];

const claim = 'operation="checkoutIssue"';

export const ownPanels: { readonly [name in ServiceName]?: readonly Panel[] } = {
  gateway: [
    {
      title: 'HTTP by what came of it', unit: 'reqps',
      queries: [rateBy('muster_http_answers_total', 'kind')],
    },
    {
      title: 'HTTP by status', unit: 'reqps',
      queries: [rateBy('muster_http_request_duration_seconds_count', 'status')],
    },
    {
      title: 'HTTP, slowest operations, p99', unit: 's',
      queries: [{
        expr: 'topk(10, ' +
          `${quantile(0.99, 'muster_http_request_duration_seconds', '', 'operation').expr})`,
        legend: '{{operation}}',
      }],
    },
    {
      title: 'Waits for effects, p99', unit: 's',
      queries: [quantile(0.99, 'muster_settle_seconds', '', 'outcome')],
    },
    {
      title: 'Streams and long polls', unit: 'short',
      queries: [{ expr: 'sum(muster_feed_streams)', legend: 'open' }],
    },
    {
      title: 'Streams that ended, by why', unit: 'ops',
      queries: [rateBy('muster_feed_ends_total', 'reason')],
    },
    {
      title: 'Deliveries to webhooks', unit: 'ops',
      queries: [rateBy('muster_webhook_deliveries_total', 'outcome')],
    },
  ],
  issues: [
    {
      title: 'Claims by what came of them', unit: 'reqps',
      queries: [rateBy(`muster_rpc_answers_total{${claim}}`, 'kind')],
    },
    {
      title: 'Claims that met another owner or status', unit: 'reqps',
      queries: [rateBy(
        'muster_refusals_total{service="issues",' +
          'code=~"issue_owned_by_another_agent|unexpected_status"}', 'code')],
    },
  ],
  billing: [
    {
      title: 'Reservations', unit: 'reqps',
      queries: [rateBy('muster_rpc_answers_total{operation="reserveRun"}', 'kind')],
    },
    {
      title: 'Sums that differ from the costs booked, last day', unit: 'short',
      queries: [{ expr: 'sum(increase(muster_books_unbalanced_total[1d]))', legend: 'sums' }],
    },
  ],
  scheduler: [
    {
      title: 'Leave to start a run', unit: 'ops',
      queries: [rateBy('muster_run_leaves_total', 'answer')],
    },
    {
      title: 'Wake-ups', unit: 'ops', queries: [rateBy('muster_wakes_total', 'outcome')],
    },
    {
      title: 'Wake-ups skipped, by why', unit: 'ops',
      queries: [rateBy('muster_wake_skips_total', 'reason')],
    },
    {
      title: 'From a cause to an agent that runs, p95', unit: 's',
      queries: [quantile(0.95, 'muster_wake_delay_seconds', '', 'source')],
    },
    {
      title: 'Runs that ended', unit: 'ops',
      queries: [rateBy('muster_runs_finished_total', 'status')],
    },
    {
      title: 'Runs queued and held', unit: 'short',
      queries: [maxBy('muster_runs_live', 'state')],
    },
    {
      title: 'Leases lost, circles broken, jobs refused', unit: 'ops',
      queries: [
        rateOf('muster_leases_lost_total', 'leases lost'),
        rateOf('muster_queue_refused_total', 'jobs the queue refused'),
        rateOf('muster_wake_loops_total', 'circles broken'),
      ],
    },
    {
      title: 'Most overdue timer and start', unit: 's',
      queries: [
        { expr: 'max(muster_due_lag_seconds)', legend: 'timer due since' },
        { expr: 'max(muster_start_lag_seconds)', legend: 'run could start since' },
      ],
    },
  ],
};
