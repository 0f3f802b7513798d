/** What the scheduler measures beside what every service does. */
import { RunSource, RunStatus } from '@muster/contracts';
import { metricSpecs } from '@muster/service-kit';

import { isFinished } from './domain/run-moves.ts';
import { skipReasons } from './domain/reception.ts';

/** From the event of another service to an agent that runs: a moment, or a night in a pause. */
const WAKE_BUCKETS = [0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600, 3_600];

export const schedulerMetrics = metricSpecs({
  wakes: {
    type: 'counter',
    name: 'muster_wakes_total',
    help: 'Wake-ups: `taken` to be told, `delivered` to a run, or `skipped`.',
    labels: { source: RunSource.options, outcome: ['taken', 'delivered', 'skipped'] },
  },
  skips: {
    type: 'counter',
    name: 'muster_wake_skips_total',
    help: 'Wake-ups that were skipped, by why.',
    labels: { reason: skipReasons },
  },
  wakeDelay: {
    type: 'histogram',
    name: 'muster_wake_delay_seconds',
    help: 'Time from what caused a wake-up to the start of the agent that is told.',
    labels: { source: RunSource.options },
    buckets: WAKE_BUCKETS,
  },
  loops: {
    type: 'counter',
    name: 'muster_wake_loops_total',
    help: 'Agents that were stopped because wake-ups went round in circles.',
  },
  runsFinished: {
    type: 'counter',
    name: 'muster_runs_finished_total',
    help: 'Runs that ended, by how.',
    labels: { status: RunStatus.options.filter(isFinished) },
  },
  queueRefused: {
    type: 'counter',
    name: 'muster_queue_refused_total',
    help: 'Jobs that the queue did not take: done `here` without it, or `later` by a sweep.',
    labels: { outcome: ['here', 'later'] },
  },
  leasesLost: {
    type: 'counter',
    name: 'muster_leases_lost_total',
    help: 'Leases that ran out: nobody knew any more what became of the run.',
  },
  runsLive: {
    type: 'gauge',
    name: 'muster_runs_live',
    help: 'Runs of all processes that are queued, or held by somebody.',
    labels: { state: ['queued', 'held'] },
  },
  dueLag: {
    type: 'gauge',
    name: 'muster_due_lag_seconds',
    help: 'How long the most overdue timer has been due; more than a few seconds is too long.',
  },
  startLag: {
    type: 'gauge',
    name: 'muster_start_lag_seconds',
    help: 'How long a run has waited that could be started: for a place, or for who takes jobs.',
  },
  leaves: {
    type: 'counter',
    name: 'muster_run_leaves_total',
    help: 'Leave to start a run, as agents and billing gave it; `later` where they did not answer.',
    labels: { answer: ['granted', 'refused', 'never', 'later'] },
  },
});
