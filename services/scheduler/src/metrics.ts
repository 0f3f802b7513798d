/** The metrics of the scheduler itself. */
import { PriceStatus, RunSource, RunStatus } from '@muster/contracts';
import { metricSpecs } from '@muster/service-kit';
import { isFinished } from './domain/run-moves.ts';
import { skipReasons } from './domain/wakes/wake-admission.ts';

/** Delay from another service's event to a running agent: milliseconds, or hours of a pause. */
const WAKE_BUCKETS = [0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600, 3_600];

export const schedulerMetrics = metricSpecs({
  wakes: {
    type: 'counter',
    name: 'muster_wakes_total',
    help: 'Wake-ups: `taken` in, `delivered` to a run, or `skipped`.',
    labels: { source: RunSource.options, outcome: ['taken', 'delivered', 'skipped'] },
  },
  skips: {
    type: 'counter',
    name: 'muster_wake_skips_total',
    help: 'Skipped wake-ups, by reason.',
    labels: { reason: skipReasons },
  },
  wakeDelay: {
    type: 'histogram',
    name: 'muster_wake_delay_seconds',
    help: 'Time from the cause of a wake-up to the start of the agent that it wakes.',
    labels: { source: RunSource.options },
    buckets: WAKE_BUCKETS,
  },
  loops: {
    type: 'counter',
    name: 'muster_wake_loops_total',
    help: 'Agents that the storm breaker stopped because they woke each other in a loop.',
  },
  runsFinished: {
    type: 'counter',
    name: 'muster_runs_finished_total',
    help: 'Finished runs, by status.',
    labels: { status: RunStatus.options.filter(isFinished) },
  },
  queueRefused: {
    type: 'counter',
    name: 'muster_queue_refused_total',
    help:
      'Jobs that the queue did not accept: executed by the local executor (`here`), ' +
      'or left to a sweep (`later`).',
    labels: { outcome: ['here', 'later'] },
  },
  leasesLost: {
    type: 'counter',
    name: 'muster_leases_lost_total',
    help: 'Expired run leases: the outcome of the run is unknown.',
  },
  runsLive: {
    type: 'gauge',
    name: 'muster_runs_live',
    help: 'Runs that are queued or held by a worker, over all processes.',
    labels: { state: ['queued', 'held'] },
  },
  dueLag: {
    type: 'gauge',
    name: 'muster_timer_lag_seconds',
    formerly: 'muster_due_lag_seconds',
    help: 'Delay of the most overdue timer; a few seconds are normal.',
  },
  startLag: {
    type: 'gauge',
    name: 'muster_run_start_lag_seconds',
    formerly: 'muster_start_lag_seconds',
    help: 'Longest time that a run which could start has waited for a worker.',
  },
  launches: {
    type: 'counter',
    name: 'muster_run_launches_total',
    help:
      'Runs given to a runner: `launched`, `refused` by it, or `cut_off` because the connection ' +
      'broke before its answer.',
    labels: { outcome: ['launched', 'refused', 'cut_off'] },
  },
  adoptions: {
    type: 'counter',
    name: 'muster_run_adoptions_total',
    help:
      'Runs taken over from another process: `adopted`, `unknown` to their runner, `cut_off` ' +
      'before its answer, or `refused` because what the runner kept for them is not ours.',
    labels: { outcome: ['adopted', 'unknown', 'cut_off', 'refused'] },
  },
  runnersConnected: {
    type: 'gauge',
    name: 'muster_runner_connected',
    help: 'Whether this process is connected to the runner.',
    labels: { runner: [] },
  },
  runnerFaults: {
    type: 'counter',
    name: 'muster_runner_faults_total',
    help: 'Connections closed because the runner said what it must not say.',
    labels: { runner: [] },
  },
  admissions: {
    type: 'counter',
    name: 'muster_run_admissions_total',
    formerly: 'muster_run_leaves_total',
    help:
      'Run admissions, by decision; `later` if agents or billing did not answer, `held` if the ' +
      'quota of the agent is used up.',
    labels: { answer: ['granted', 'refused', 'never', 'later', 'held'] },
  },
  quotaHolds: {
    type: 'gauge',
    name: 'muster_quota_holds',
    help: 'Quotas of model providers that are used up, over all companies: their agents wait.',
  },
  runPrices: {
    type: 'counter',
    name: 'muster_run_prices_total',
    help: 'Finished runs that reported usage, by how reliable its price is.',
    labels: { status: PriceStatus.options },
  },
});
