/** The first look when something is wrong, a row for each question. */
import { maxBy, quantile, type Panel } from './panels.ts';

const busiest = (usage: string) => ({
  expr: `topk(10, sum by (company) (muster_company_usage{usage="${usage}"}))`,
  legend: '{{company}}',
});

/** Counted in the database by every process of a service, so that processes agree. */
const counted = (metric: string) => `sum(max by (service) (${metric}))`;

const noisy: readonly Panel[] = [
  {
    row: 'Which company is noisy: needs COMPANY_METRICS, see docs/operations/monitoring.md',
    title: 'HTTP requests in a minute, busiest companies',
    unit: 'short',
    queries: [busiest('requests')],
  },
  {
    title: 'Events in a minute, busiest companies',
    unit: 'short',
    queries: [busiest('events')],
  },
  {
    title: 'Ended runs in a minute, busiest companies',
    unit: 'short',
    queries: [busiest('runs')],
  },
  {
    title: 'Cents booked in a minute, busiest companies',
    unit: 'short',
    queries: [busiest('cost_cents')],
  },
];

const slow: readonly Panel[] = [
  {
    row: 'Which service is slow',
    title: 'Time to answer by service, p99',
    unit: 's',
    queries: [quantile(0.99, 'muster_rpc_duration_seconds', '', 'service')],
  },
  {
    title: 'Event lag by service, p99',
    unit: 's',
    queries: [quantile(0.99, 'muster_event_lag_seconds', '', 'service')],
  },
  {
    title: 'Event loop lag by service, busiest process',
    unit: 's',
    queries: [maxBy('muster_event_loop_lag_seconds', 'service')],
  },
  {
    title: 'Transactions that wait for a connection by service',
    unit: 'short',
    queries: [maxBy('muster_db_pool_connections{state="waiting"}', 'service')],
  },
];

const lost: readonly Panel[] = [
  {
    row: 'What is lost or late',
    title: 'Late events, by the service that is late',
    unit: 's',
    queries: [maxBy('muster_oldest_unapplied_seconds', 'service')],
  },
  {
    title: 'Late timers, runs and steps',
    unit: 's',
    queries: [
      { expr: 'max(muster_timer_lag_seconds)', legend: 'timer overdue by' },
      { expr: 'max(muster_run_start_lag_seconds)', legend: 'run ready to start for' },
      { expr: 'max(muster_bulk_effects_stalled_seconds)', legend: 'bulk effect waits for' },
    ],
  },
  {
    title: 'Dead letters, blocked companies',
    unit: 'short',
    queries: [
      { expr: counted('muster_dead_letters_open'), legend: 'dead letters' },
      { expr: counted('muster_companies_blocked'), legend: 'blocked companies' },
      { expr: counted('muster_lagging_reactions'), legend: 'reactions behind the others' },
    ],
  },
  {
    title: 'Old rows that are not deleted',
    unit: 's',
    queries: [
      {
        expr: 'topk(5, max by (service, table) (muster_oldest_due_row_seconds))',
        legend: '{{service}} {{table}} due for',
      },
    ],
  },
  {
    title: 'Lost runs within ten minutes',
    unit: 'short',
    queries: [{ expr: 'sum(increase(muster_leases_lost_total[10m]))', legend: 'leases lost' }],
  },
];

export const triagePanels: readonly Panel[] = [...noisy, ...slow, ...lost];
