/**
 * For each alert a history in which it fires and one in which it must not, in the notation of
 * promtool: `0+6x100` begins at 0 and grows by 6 a minute.
 */
export interface AlertCase {
  /** Series → its values, one per minute. */
  readonly fires: Readonly<Record<string, string>>;
  readonly quiet: Readonly<Record<string, string>>;
  /** Minute at which the alert is evaluated. */
  readonly at: number;
}

const ok = 'muster_http_answers_total{service="gateway",kind="ok"}';
const fault = 'muster_http_answers_total{service="gateway",kind="fault"}';
const inASecond = 'muster_http_request_duration_seconds_bucket{service="gateway",le="1"}';
const allRequests = 'muster_http_request_duration_seconds_count{service="gateway"}';
const claimed = 'muster_rpc_answers_total{operation="checkoutIssue",kind="ok"}';
const refused = 'muster_rpc_answers_total{operation="checkoutIssue",kind="refused"}';
const failed = 'muster_rpc_answers_total{operation="checkoutIssue",kind="unavailable"}';
const settled = 'muster_settle_seconds_count{operation="createIssue",outcome="settled"}';
const pending = 'muster_settle_seconds_count{operation="createIssue",outcome="pending"}';
const build = (service: string, version = '1') =>
  `muster_build_info{service="${service}",version="${version}"}`;
const later = 'muster_run_admissions_total{service="scheduler",answer="later"}';
const loop = 'muster_nodejs_eventloop_lag_p99_seconds{service="issues"}';
const waiting = 'muster_db_pool_connections{service="issues",state="waiting"}';
const unapplied = 'muster_oldest_unapplied_seconds{service="billing",producer="issues"}';
const lagging = 'muster_lagging_reactions{service="billing"}';
const held = (instance: string) =>
  `muster_partitions_held{service="issues",instance="${instance}"}`;
const inFlight = 'muster_rpc_in_flight{service="issues"}';
const inFlightMax = 'muster_rpc_in_flight_max{service="issues"}';
const known = 'muster_schema_migrations{service="issues",state="known"}';
const applied = 'muster_schema_migrations{service="issues",state="applied"}';
const started = 'muster_process_start_time_seconds{service="issues"}';
const unanswered = 'muster_upstream_refused_total{upstream="billing"}';
const crowded = 'muster_http_connections_refused_total{reason="process"}';
const greedy = 'muster_http_connections_refused_total{reason="address"}';
const blocked = 'muster_companies_blocked{service="issues"}';
const stalled = 'muster_bulk_effects_stalled_seconds{service="agents"}';
const backup = 'muster_backup_last_success_timestamp_seconds{job="backup"}';
const dueRows = 'muster_oldest_due_row_seconds{service="scheduler",table="run_log"}';
const letters = 'muster_dead_letters_open{service="issues"}';
const wakes = 'muster_wake_delay_seconds_count{source="comment"}';
const soon = 'muster_wake_delay_seconds_bucket{source="comment",le="15"}';
const due = 'muster_timer_lag_seconds{service="scheduler"}';
const start = 'muster_run_start_lag_seconds{service="scheduler"}';
const succeeded = 'muster_runs_finished_total{status="succeeded"}';
const failedRun = 'muster_runs_finished_total{status="failed"}';
const notTaken = 'muster_queue_refused_total{service="scheduler",outcome="here"}';
const lost = 'muster_leases_lost_total{service="scheduler"}';
const connectedTo = (runner: string, instance: string) =>
  `muster_runner_connected{runner="${runner}",instance="${instance}"}`;
const faults = 'muster_runner_faults_total{runner="pool-0"}';
const expired = 'muster_runner_leases_expired_total{service="runner"}';
const adopted = 'muster_run_adoptions_total{outcome="adopted"}';
const unknown = 'muster_run_adoptions_total{outcome="unknown"}';
const left = 'muster_runner_end_failures_total{service="runner"}';
const loops = 'muster_wake_loops_total{service="scheduler"}';
const unpriced = 'muster_cost_unknown_cents_total{service="billing"}';
const disabled = 'muster_webhook_deliveries_total{outcome="disabled"}';
const unbalanced = 'muster_cost_totals_mismatched_total{service="billing"}';

const natsUp = (server: string) => `muster_nats_up{instance="${server}"}`;
const slow = 'muster_nats_slow_consumers_total{instance="nats-0"}';

const everyService = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [build(name), '1x30']));
const five = ['gateway', 'issues', 'agents', 'approvals', 'billing'];

export const alertCases: Readonly<Record<string, AlertCase>> = {
  // 2 % of requests fail: 20 times what the objective allows.
  MusterApiAvailabilityBurnsFast: {
    fires: { [ok]: '0+980x120', [fault]: '0+20x120' },
    quiet: { [ok]: '0+9995x120', [fault]: '0+5x120' },
    at: 90,
  },
  // 0.2 % for hours: no page, but the objective of the month would be missed.
  MusterApiAvailabilityBurnsSlowly: {
    fires: { [ok]: '0+998x500', [fault]: '0+2x500' },
    quiet: { [ok]: '0+9995x500', [fault]: '0+5x500' },
    at: 480,
  },
  MusterApiLatencyBurnsFast: {
    fires: { [allRequests]: '0+100x120', [inASecond]: '0+80x120' },
    quiet: { [allRequests]: '0+1000x120', [inASecond]: '0+995x120' },
    at: 90,
  },
  MusterApiLatencyBurnsSlowly: {
    fires: { [allRequests]: '0+100x500', [inASecond]: '0+98x500' },
    quiet: { [allRequests]: '0+1000x500', [inASecond]: '0+995x500' },
    at: 480,
  },
  // A runner does not stand for a service that is missing.
  MusterServiceMissing: {
    fires: everyService([...five, 'runner']),
    quiet: everyService([...five, 'scheduler']),
    at: 10,
  },
  MusterCrashLooping: {
    fires: { [started]: '0 5 10 15 20 20x20' },
    quiet: { [started]: '0 5 5x20' },
    at: 15,
  },
  MusterUpstreamNotAnswering: {
    fires: { [unanswered]: '0+20x20' },
    quiet: { [unanswered]: '0 30 30x20' },
    at: 10,
  },
  // An address that opens too many connections is refused by its own limit.
  MusterConnectionsRefused: {
    fires: { [crowded]: '0+60x20', [greedy]: '0x20' },
    quiet: { [crowded]: '0x20', [greedy]: '0+60x20' },
    at: 15,
  },
  MusterEventsNotApplied: {
    fires: { [unapplied]: '40+60x30' },
    quiet: { [unapplied]: '0 40 50 0x30' },
    at: 15,
  },
  MusterReactionsLag: {
    fires: { [lagging]: '3x80' },
    quiet: { [lagging]: '3x40 0x40' },
    at: 70,
  },
  // Two processes that do not hear each other take all partitions each.
  MusterPartitionsNotShared: {
    fires: { [held('a')]: '8x20', [held('b')]: '8x20' },
    quiet: { [held('a')]: '8 8 4x20', [held('b')]: '0 0 4x20' },
    at: 15,
  },
  MusterCompanyBlocked: {
    fires: { [blocked]: '1x20' },
    quiet: { [blocked]: '0 1 1 0x20' },
    at: 10,
  },
  MusterBackupOld: {
    fires: { [backup]: '0x1800' },
    quiet: { [backup]: '0+60x1800' },
    at: 1_800,
  },
  // Two days, and what an hourly pass finds in any case.
  MusterRetentionLags: {
    fires: { [dueRows]: '172800x180' },
    quiet: { [dueRows]: '3600x180' },
    at: 150,
  },
  MusterDeadLetters: { fires: { [letters]: '0 1x20' }, quiet: { [letters]: '0x20' }, at: 5 },
  MusterBulkEffectStalled: {
    fires: { [stalled]: '0+60x20' },
    quiet: { [stalled]: '0+60x4 0x20' },
    at: 15,
  },
  // Claims refused because another agent owns the issue are no failures.
  MusterClaimsFail: {
    fires: { [claimed]: '0+90x40', [refused]: '0+5x40', [failed]: '0+5x40' },
    quiet: { [claimed]: '0+10x40', [refused]: '0+90x40', [failed]: '0x40' },
    at: 30,
  },
  MusterRunAdmissionUnavailable: {
    fires: { [later]: '0+30x30' },
    quiet: { [later]: '0 1 1x30' },
    at: 20,
  },
  MusterWakeUpsDelayed: {
    fires: { [wakes]: '0+10x60', [soon]: '0+6x60' },
    quiet: { [wakes]: '0+100x60', [soon]: '0+99x60' },
    at: 45,
  },
  MusterTimersLate: { fires: { [due]: '0+30x20' }, quiet: { [due]: '2x20' }, at: 12 },
  MusterRunsNotStarted: { fires: { [start]: '0+60x30' }, quiet: { [start]: '40x30' }, at: 20 },
  // A company that tries out an agent fails alone and seldom.
  MusterRunsFail: {
    fires: { [succeeded]: '0+1x60', [failedRun]: '0+3x60' },
    quiet: { [succeeded]: '0+3x60', [failedRun]: '0+1x60' },
    at: 50,
  },
  MusterRunQueueUnavailable: {
    fires: { [notTaken]: '0+3x30' },
    quiet: { [notTaken]: '3x30' },
    at: 15,
  },
  MusterLeasesLost: { fires: { [lost]: '0+1x30' }, quiet: { [lost]: '0 1 1x30' }, at: 15 },
  // One of two scheduler processes is enough; a restart of the runner takes a minute.
  MusterRunnerGone: {
    fires: { [connectedTo('pool-0', 'a')]: '1x20', [connectedTo('pool-0', 'b')]: '1 1 0x20' },
    quiet: { [connectedTo('pool-0', 'a')]: '1 1 1 1 0 1x20', [connectedTo('pool-1', 'a')]: '1x20' },
    at: 6,
  },
  MusterRunnerMisbehaves: { fires: { [faults]: '0 0 1x20' }, quiet: { [faults]: '3x20' }, at: 5 },
  MusterRunnerLeasesExpired: {
    fires: { [expired]: '0 0 1x20' },
    quiet: { [expired]: '2x20' },
    at: 5,
  },
  MusterRunAdoptionsFail: {
    fires: { [adopted]: '0+10x20', [unknown]: '0+1x20' },
    quiet: { [adopted]: '0+10x20', [unknown]: '0 2 2x20' },
    at: 15,
  },
  MusterRunnerProgramsLeft: { fires: { [left]: '0 0 1x20' }, quiet: { [left]: '1x20' }, at: 5 },
  MusterWakeLoopDetected: { fires: { [loops]: '0 0 1x20' }, quiet: { [loops]: '3x20' }, at: 5 },
  MusterRunPricesUnknown: {
    fires: { [unpriced]: '0+100x20' },
    quiet: { [unpriced]: '0 0 100x20' },
    at: 15,
  },
  MusterWebhookDisabled: {
    fires: { [disabled]: '0 0 1x20' },
    quiet: { [disabled]: '0x20' },
    at: 5,
  },
  MusterSettleTimeouts: {
    fires: { [settled]: '0+90x60', [pending]: '0+10x60' },
    quiet: { [settled]: '0+999x60', [pending]: '0+1x60' },
    at: 45,
  },
  MusterPoolSaturated: {
    fires: { [waiting]: '4x20' },
    quiet: { [waiting]: '0 4 0 4 0 4 0 4 0 0 0' },
    at: 10,
  },
  MusterRequestsInFlightHigh: {
    fires: { [inFlight]: '240x20', [inFlightMax]: '256x20' },
    quiet: { [inFlight]: '30x20', [inFlightMax]: '256x20' },
    at: 10,
  },
  MusterEventLoopLag: { fires: { [loop]: '1.6x20' }, quiet: { [loop]: '1.02x20' }, at: 10 },
  MusterVersionMismatch: {
    fires: { [build('issues', '1')]: '1x200', [build('issues', '2')]: '1x200' },
    quiet: { [build('issues', '1')]: '1x200', [build('issues', '2')]: '_x60 1x30 _x110' },
    at: 100,
  },
  MusterSchemaMismatch: {
    fires: { [known]: '9x200', [applied]: '10x200' },
    quiet: { [known]: '10x200', [applied]: '10x200' },
    at: 100,
  },
  MusterCostTotalsMismatch: {
    fires: { [unbalanced]: '0 0 1x20' },
    quiet: { [unbalanced]: '0x20' },
    at: 10,
  },
  // A restart of one server takes less than the alert waits.
  MusterNatsNotAnswering: {
    fires: { [natsUp('nats-0')]: '1x20', [natsUp('nats-1')]: '1 1 0x20' },
    quiet: { [natsUp('nats-0')]: '1x20', [natsUp('nats-1')]: '1 1 1 1 0 1x20' },
    at: 6,
  },
  MusterNatsSlowConsumers: {
    fires: { [slow]: '0 0 1x20' },
    quiet: { [slow]: '3x20' },
    at: 5,
  },
};
