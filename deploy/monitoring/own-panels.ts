/** The panels of one service alone. */
import type { ServiceName } from '@muster/contracts';
import { maxBy, quantile, rateBy, rateOf, type Panel } from './panels.ts';

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
          exemplars: true,
        },
      ],
    },
    {
      title: 'Settle time of writes, p99',
      unit: 's',
      queries: [quantile(0.99, 'muster_settle_seconds', '', 'outcome')],
    },
    {
      title: 'Circuits that are not closed, by service',
      unit: 'short',
      queries: [
        {
          expr: 'sum by (upstream, state) (muster_upstream_circuit{state!="closed"})',
          legend: '{{upstream}}: {{state}}',
        },
      ],
    },
    {
      title: 'Requests refused because a service does not answer',
      unit: 'reqps',
      queries: [rateBy('muster_upstream_refused_total', 'upstream')],
    },
    {
      title: 'Open connections, busiest process',
      unit: 'short',
      queries: [{ expr: 'max(muster_http_connections)', legend: 'open' }],
    },
    {
      title: 'Refused connections by limit',
      unit: 'ops',
      queries: [rateBy('muster_http_connections_refused_total', 'reason')],
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
    {
      title: 'Charged at an unknown price, 6 h',
      unit: 'short',
      queries: [{ expr: 'sum(increase(muster_cost_unknown_cents_total[6h]))', legend: 'cents' }],
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
      title: 'Finished runs by price',
      unit: 'ops',
      queries: [rateBy('muster_run_prices_total', 'status')],
    },
    {
      title: 'Quotas of model providers that are used up',
      unit: 'short',
      queries: [{ expr: 'max(muster_quota_holds)', legend: 'quotas' }],
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
      title: 'Connected runners',
      unit: 'short',
      queries: [{ expr: 'min by (runner) (muster_runner_connected)', legend: '{{runner}}' }],
    },
    {
      title: 'Runs given to runners by outcome',
      unit: 'ops',
      queries: [rateBy('muster_run_launches_total', 'outcome')],
    },
    {
      title: 'Adopted runs by outcome',
      unit: 'ops',
      queries: [rateBy('muster_run_adoptions_total', 'outcome')],
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
