/** The alerts. Each has a runbook in docs/runbooks that says what to do. */
import { serviceNames } from '@muster/contracts';
import { over, type Alert } from './alert.ts';
import { eventAlerts } from './event-alerts.ts';
import { natsAlerts } from './nats-alerts.ts';
import { burnExpression, burns, objectives, ratioName } from './objectives.ts';

const burnAlerts: readonly Alert[] = objectives.flatMap((objective) => [
  {
    name: `Muster${objective.name}BurnsFast`,
    severity: 'page' as const,
    expr: burnExpression(objective, burns.fast),
    watches: [ratioName(objective, '5m'), ratioName(objective, '1h')],
    for: '2m',
    summary: `The error budget of a month will be used up within days: ${objective.promise}`,
  },
  {
    name: `Muster${objective.name}BurnsSlowly`,
    severity: 'ticket' as const,
    expr: burnExpression(objective, burns.slow),
    watches: [ratioName(objective, '6h')],
    for: '1h',
    summary: `The objective of this month will be missed: ${objective.promise}`,
  },
]);

const claims = (kinds: string): string =>
  `sum(rate(muster_rpc_answers_total{operation="checkoutIssue"${kinds}}[10m]))`;
const runsEnded = (statuses: string): string =>
  `sum(rate(muster_runs_finished_total${statuses}[30m]))`;
const finishedRuns = runsEnded('');
const failedRuns = runsEnded('{status=~"failed|timed_out|lost"}');
const startedLate =
  'sum(rate(muster_wake_delay_seconds_count[15m])) - ' +
  'sum(rate(muster_wake_delay_seconds_bucket{le="15"}[15m]))';
/** A runner is no service, and an installation may have none. */
const present = 'count by (service) (muster_build_info{service!="runner"})';
const connected = 'min by (runner) (muster_runner_connected)';
/** A night, and two hours for a backup that takes longer. */
const BACKUP_AGE_MAX_SECONDS = 26 * 3_600;
/** A day of hourly passes, of which one suffices. */
const OVERDUE_MAX_SECONDS = 24 * 3_600;
/** An increase over a window is interpolated: five events may read 5.2. */
const count = '{{ $value | printf "%.0f" }}';

export const alerts: readonly Alert[] = [
  ...burnAlerts,
  {
    name: 'MusterServiceMissing',
    severity: 'page',
    for: '2m',
    expr: serviceNames.map((name) => `absent(muster_build_info{service="${name}"})`).join(' or '),
    watches: [present],
    summary: 'No process of {{ $labels.service }} exports metrics',
  },
  {
    name: 'MusterCrashLooping',
    formerly: 'MusterRestarting',
    severity: 'ticket',
    for: '1m',
    ...over('max by (service) (changes(muster_process_start_time_seconds[30m]))', 3),
    summary: 'A process of {{ $labels.service }} restarted {{ $value }} times within 30 minutes',
  },
  {
    name: 'MusterUpstreamNotAnswering',
    severity: 'page',
    for: '2m',
    ...over('sum by (upstream) (rate(muster_upstream_refused_total[2m]))', 0),
    summary: 'The gateway refuses requests to {{ $labels.upstream }}, which does not answer',
  },
  {
    name: 'MusterConnectionsRefused',
    severity: 'ticket',
    for: '5m',
    ...over('sum(rate(muster_http_connections_refused_total{reason="process"}[5m]))', 0),
    summary: 'A gateway process has as many connections as it may have, and refuses further ones',
  },
  ...eventAlerts,
  {
    name: 'MusterBackupOld',
    severity: 'ticket',
    for: '15m',
    // Exported by the job that makes backups, not by a service: nothing is known of it elsewhere.
    expr: `time() - max(muster_backup_last_success_timestamp_seconds) > ${BACKUP_AGE_MAX_SECONDS}`,
    watches: [],
    summary: 'The last backup of Postgres was made {{ $value | humanizeDuration }} ago',
  },
  {
    name: 'MusterRetentionLags',
    severity: 'ticket',
    for: '2h',
    ...over('max by (service, table) (muster_oldest_due_row_seconds)', OVERDUE_MAX_SECONDS),
    summary:
      'Rows of {{ $labels.table }} of {{ $labels.service }} have been due for deletion for {{ $value | humanizeDuration }}',
  },
  {
    name: 'MusterClaimsFail',
    severity: 'page',
    for: '5m',
    ...over(`${claims(',kind=~"unavailable|fault"')} / (${claims('')} > 0)`, 0.01),
    summary: '{{ $value | humanizePercentage }} of issue claims fail: unavailable or fault',
  },
  {
    name: 'MusterRunAdmissionUnavailable',
    formerly: 'MusterRunsGetNoLeave',
    severity: 'page',
    for: '5m',
    ...over('sum(rate(muster_run_admissions_total{answer="later"}[5m]))', 0.1),
    summary: 'Queued runs are not admitted: agents or billing does not answer',
  },
  {
    name: 'MusterWakeUpsDelayed',
    formerly: 'MusterWakesLate',
    severity: 'page',
    for: '15m',
    ...over(`(${startedLate}) / sum(rate(muster_wake_delay_seconds_count[15m]))`, 0.1),
    summary: '{{ $value | humanizePercentage }} of wake-ups start their agent after more than 15 s',
  },
  {
    name: 'MusterTimersLate',
    severity: 'page',
    for: '5m',
    ...over('max(muster_timer_lag_seconds)', 60),
    summary: 'A timer is overdue by {{ $value | humanizeDuration }}: the sweep has not fired it',
  },
  {
    name: 'MusterRunsNotStarted',
    severity: 'ticket',
    for: '5m',
    ...over('max(muster_run_start_lag_seconds)', 300),
    summary: 'A run that could start has been queued for {{ $value | humanizeDuration }}',
  },
  {
    name: 'MusterRunsFail',
    severity: 'ticket',
    for: '15m',
    // Fewer than one run in three minutes is a company that tries something out.
    expr: `${failedRuns} / (${finishedRuns} > 0.005) > 0.5`,
    watches: [finishedRuns],
    summary: '{{ $value | humanizePercentage }} of all runs fail or are lost',
  },
  {
    name: 'MusterRunQueueUnavailable',
    formerly: 'MusterQueueRefuses',
    severity: 'ticket',
    for: '5m',
    ...over('sum(rate(muster_queue_refused_total[5m]))', 0),
    summary: 'The run queue accepts no jobs: each scheduler process starts its runs locally',
  },
  {
    name: 'MusterLeasesLost',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_leases_lost_total[15m]))', 5),
    summary: `${count} run leases expired within 15 minutes`,
  },
  {
    name: 'MusterRunnerGone',
    severity: 'page',
    for: '2m',
    expr: `${connected} < 1`,
    watches: [connected],
    summary: 'A scheduler process is not connected to the runner {{ $labels.runner }}',
  },
  {
    name: 'MusterRunnerMisbehaves',
    severity: 'page',
    for: '0m',
    ...over('sum by (runner) (increase(muster_runner_faults_total[15m]))', 0),
    summary: 'The runner {{ $labels.runner }} said something that no runner says',
  },
  {
    name: 'MusterRunnerLeasesExpired',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_runner_leases_expired_total[15m]))', 0),
    summary: `Runners ended ${count} programs whose leases no scheduler renewed`,
  },
  {
    name: 'MusterRunAdoptionsFail',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_run_adoptions_total{outcome!="adopted"}[15m]))', 5),
    summary: `${count} runs could not be taken over from another process within 15 minutes`,
  },
  {
    name: 'MusterRunnerProgramsLeft',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_runner_end_failures_total[15m]))', 0),
    summary: `Processes of ${count} agents could not be ended`,
  },
  {
    name: 'MusterWakeLoopDetected',
    formerly: 'MusterLoopBroken',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_wake_loops_total[15m]))', 0),
    summary: `The storm breaker stopped ${count} agents that woke each other in a loop`,
  },
  {
    name: 'MusterRunPricesUnknown',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_cost_unknown_cents_total[6h]))', 500),
    summary: `${count} cents were charged for models without a known price, at the highest one`,
  },
  {
    name: 'MusterWebhookDisabled',
    severity: 'ticket',
    for: '0m',
    ...over('sum(increase(muster_webhook_deliveries_total{outcome="disabled"}[1h]))', 0),
    summary: `${count} webhooks were disabled: their receivers accepted no delivery`,
  },
  {
    name: 'MusterSettleTimeouts',
    formerly: 'MusterEffectsNotAwaited',
    severity: 'ticket',
    for: '15m',
    ...over(
      'sum(rate(muster_settle_seconds_count{outcome="pending"}[15m])) / ' +
        '(sum(rate(muster_settle_seconds_count[15m])) > 0)',
      0.01,
    ),
    summary: '{{ $value | humanizePercentage }} of writes are answered before their effects settle',
  },
  {
    name: 'MusterPoolSaturated',
    severity: 'ticket',
    for: '5m',
    ...over('max by (service) (muster_db_pool_connections{state="waiting"})', 0),
    summary: '{{ $value }} transactions of a {{ $labels.service }} process wait for a connection',
  },
  {
    name: 'MusterRequestsInFlightHigh',
    formerly: 'MusterRequestsPileUp',
    severity: 'ticket',
    for: '5m',
    ...over('max by (service) (muster_rpc_in_flight / muster_rpc_in_flight_max)', 0.8),
    summary: '{{ $labels.service }} uses {{ $value | humanizePercentage }} of its in-flight limit',
  },
  {
    name: 'MusterEventLoopLag',
    formerly: 'MusterEventLoopBehind',
    severity: 'ticket',
    for: '5m',
    // The gauge holds the interval between two samples, which is a second without lag.
    ...over('max by (service) (muster_nodejs_eventloop_lag_p99_seconds) - 1', 0.25),
    summary: 'The event loop of a {{ $labels.service }} process lags {{ $value }} s (p99)',
  },
  {
    name: 'MusterVersionMismatch',
    formerly: 'MusterVersionsDiffer',
    severity: 'ticket',
    for: '1h',
    ...over('count by (service) (count by (service, version) (muster_build_info))', 1),
    summary: '{{ $value }} versions of {{ $labels.service }} have run side by side for an hour',
  },
  {
    name: 'MusterSchemaMismatch',
    formerly: 'MusterSchemaDiffers',
    severity: 'ticket',
    for: '1h',
    ...over(
      'max by (service) (muster_schema_migrations) - min by (service) (muster_schema_migrations)',
      0,
    ),
    summary: 'A process of {{ $labels.service }} and its schema differ in their migrations',
  },
  {
    name: 'MusterCostTotalsMismatch',
    formerly: 'MusterBooksUnbalanced',
    severity: 'page',
    for: '0m',
    ...over('sum(increase(muster_cost_totals_mismatched_total[1d]))', 0),
    summary: `${count} cost totals differ from the costs that were booked`,
  },
  ...natsAlerts,
];
