/** What somebody is told of. Each alert has a page in docs/runbooks that says what to do. */
import { serviceNames } from '@muster/contracts';
import { burnExpression, burns, objectives, ratioName } from './objectives.ts';

export interface Alert {
  readonly name: string;
  /** `page` wakes somebody, `ticket` waits for the morning. */
  readonly severity: 'page' | 'ticket';
  readonly expr: string;
  /** What is compared in the expression: has data also when nothing is wrong. */
  readonly watches: readonly string[];
  readonly for: string;
  readonly summary: string;
}

const over = (value: string, limit: number) =>
  ({ expr: `${value} > ${limit}`, watches: [value] }) as const;

const burnAlerts: readonly Alert[] = objectives.flatMap((objective) => [
  {
    name: `Muster${objective.name}BurnsFast`,
    severity: 'page' as const,
    expr: burnExpression(objective, burns.fast),
    watches: [ratioName(objective, '5m'), ratioName(objective, '1h')],
    for: '2m',
    summary: `The promise that ${objective.promise} is being broken fast`,
  },
  {
    name: `Muster${objective.name}BurnsSlowly`,
    severity: 'ticket' as const,
    expr: burnExpression(objective, burns.slow),
    watches: [ratioName(objective, '6h')],
    for: '1h',
    summary: `The promise that ${objective.promise} will not hold over the month`,
  },
]);

const claims = (kinds: string): string =>
  `sum(rate(muster_rpc_answers_total{operation="checkoutIssue"${kinds}}[10m]))`;
const startedLate = 'sum(rate(muster_wake_delay_seconds_count[15m])) - ' +
  'sum(rate(muster_wake_delay_seconds_bucket{le="15"}[15m]))';
const present = 'count(count by (service) (muster_build_info)) or vector(0)';

export const alerts: readonly Alert[] = [
  ...burnAlerts,
  {
    name: 'MusterServiceMissing', severity: 'page', for: '2m',
    expr: `(${present}) < ${serviceNames.length}`, watches: [present],
    summary: 'Only {{ $value }} of the services say anything at all',
  },
  {
    name: 'MusterRestarting', severity: 'ticket', for: '1m',
    ...over('max by (service) (changes(muster_process_start_time_seconds[30m]))', 3),
    summary: 'A process of {{ $labels.service }} has started {{ $value }} times in half an hour',
  },
  {
    name: 'MusterOutboxStalled', severity: 'page', for: '1m',
    ...over('max by (service) (muster_outbox_oldest_seconds)', 30),
    summary: 'An event of {{ $labels.service }} has not been published for {{ $value }} seconds',
  },
  {
    name: 'MusterEventsNotApplied', severity: 'page', for: '10m',
    ...over('max by (service, producer) (muster_oldest_unapplied_seconds)', 30),
    summary: '{{ $labels.service }} is {{ $value }} seconds behind {{ $labels.producer }}',
  },
  {
    name: 'MusterCompanyBlocked', severity: 'page', for: '5m',
    ...over('max by (service) (muster_companies_blocked)', 0),
    summary: '{{ $value }} companies wait in {{ $labels.service }} for an effect that fails',
  },
  {
    name: 'MusterDeadLetters', severity: 'ticket', for: '0m',
    ...over('max by (service) (muster_dead_letters_kept)', 0),
    summary: '{{ $labels.service }} has given up on {{ $value }} events',
  },
  {
    name: 'MusterClaimsFail', severity: 'page', for: '5m',
    ...over(`${claims(',kind=~"unavailable|fault"')} / (${claims('')} > 0)`, 0.01),
    summary: '{{ $value | humanizePercentage }} of claims of issues are not answered',
  },
  {
    name: 'MusterRunsGetNoLeave', severity: 'page', for: '5m',
    ...over('sum(rate(muster_run_leaves_total{answer="later"}[5m]))', 0.1),
    summary: 'Runs do not start: billing or agents do not answer whether they may',
  },
  {
    name: 'MusterWakesLate', severity: 'page', for: '15m',
    ...over(`(${startedLate}) / sum(rate(muster_wake_delay_seconds_count[15m]))`, 0.1),
    summary: '{{ $value | humanizePercentage }} of wake-ups start an agent after 15 s or later',
  },
  {
    name: 'MusterTimersLate', severity: 'page', for: '5m',
    ...over('max(muster_due_lag_seconds)', 60),
    summary: 'A timer has been due for {{ $value }} seconds: nobody looks at them',
  },
  {
    name: 'MusterRunsNotStarted', severity: 'ticket', for: '5m',
    ...over('max(muster_start_lag_seconds)', 300),
    summary: 'A run that could start has waited for {{ $value }} seconds: places are full, or idle',
  },
  {
    name: 'MusterQueueRefuses', severity: 'ticket', for: '5m',
    ...over('sum(rate(muster_queue_refused_total[5m]))', 0),
    summary: 'The queue takes no jobs: each process starts by itself what it hears of',
  },
  {
    name: 'MusterLeasesLost', severity: 'ticket', for: '0m',
    ...over('sum(increase(muster_leases_lost_total[15m]))', 5),
    summary: 'Nobody knows what became of {{ $value }} runs of the last quarter of an hour',
  },
  {
    name: 'MusterLoopBroken', severity: 'ticket', for: '0m',
    ...over('sum(increase(muster_wake_loops_total[15m]))', 0),
    summary: '{{ $value }} agents were stopped because they woke each other in circles',
  },
  {
    name: 'MusterWebhookDisabled', severity: 'ticket', for: '0m',
    ...over('sum(increase(muster_webhook_deliveries_total{outcome="disabled"}[1h]))', 0),
    summary: '{{ $value }} webhooks were disabled because nobody took what they sent',
  },
  {
    name: 'MusterEffectsNotAwaited', severity: 'ticket', for: '15m',
    ...over(
      'sum(rate(muster_settle_seconds_count{outcome="pending"}[15m])) / ' +
        '(sum(rate(muster_settle_seconds_count[15m])) > 0)', 0.01),
    summary: '{{ $value | humanizePercentage }} of writes are answered before they can be read',
  },
  {
    name: 'MusterPoolSaturated', severity: 'ticket', for: '5m',
    ...over('max by (service) (muster_db_pool_connections{state="waiting"})', 0),
    summary: 'In {{ $labels.service }}, {{ $value }} transactions wait for a connection',
  },
  {
    name: 'MusterRequestsPileUp', severity: 'ticket', for: '5m',
    ...over('max by (service) (muster_rpc_in_flight / muster_rpc_in_flight_max)', 0.8),
    summary: '{{ $labels.service }} works on nearly as many requests as it takes',
  },
  {
    name: 'MusterEventLoopBehind', severity: 'ticket', for: '5m',
    // The gauge holds the time between two looks, which are a second apart.
    ...over('max by (service) (muster_nodejs_eventloop_lag_p99_seconds) - 1', 0.25),
    summary: 'A process of {{ $labels.service }} is {{ $value }} seconds behind its own work',
  },
  {
    name: 'MusterVersionsDiffer', severity: 'ticket', for: '1h',
    ...over('count by (service) (count by (service, version) (muster_build_info))', 1),
    summary: '{{ $labels.service }} runs in {{ $value }} versions side by side',
  },
  {
    name: 'MusterSchemaDiffers', severity: 'ticket', for: '1h',
    ...over(
      'max by (service) (muster_schema_migrations) - min by (service) (muster_schema_migrations)',
      0),
    summary: 'A process of {{ $labels.service }} and its schema are of different releases',
  },
  {
    name: 'MusterBooksUnbalanced', severity: 'page', for: '0m',
    ...over('sum(increase(muster_books_unbalanced_total[1d]))', 0),
    summary: '{{ $value }} sums of money differ from the costs that were booked',
  },
];
