/** The metrics of the runner. */
import { metricSpecs } from '@muster/service-kit/program';

export const runnerMetrics = metricSpecs({
  runs: {
    type: 'gauge',
    name: 'muster_runner_runs',
    help:
      'Runs of this runner: `starting`, `running`, or `ended` and kept until their end is ' +
      'recorded or their lease is over.',
    labels: { state: ['starting', 'running', 'ended'] },
  },
  buffer: {
    type: 'gauge',
    name: 'muster_runner_buffer_bytes',
    help: 'Output that no scheduler has stored yet.',
  },
  connections: {
    type: 'gauge',
    name: 'muster_runner_connections',
    help: 'Processes of the scheduler that are connected.',
  },
  connectionsEnded: {
    type: 'counter',
    name: 'muster_runner_connections_ended_total',
    help:
      'Connections that ended: `closed` by a side, `silent`, `malformed` (something was sent that ' +
      'is no message), `failed`, or `refused` before the welcome, as with a wrong key.',
    labels: { reason: ['closed', 'silent', 'malformed', 'failed', 'refused'] },
  },
  launches: {
    type: 'counter',
    name: 'muster_runner_launches_total',
    help:
      'Launches: `launched`, `not_started`, `repeated` (the runner has the run already), `full` ' +
      'or `draining`.',
    labels: { outcome: ['launched', 'not_started', 'repeated', 'full', 'draining'] },
  },
  inspections: {
    type: 'counter',
    name: 'muster_runner_inspections_total',
    help:
      'Looks at what a run of an agent would find: `done`, `busy` (another one of the agent is ' +
      'under way) or `runner_busy` (too many are).',
    labels: { outcome: ['done', 'busy', 'runner_busy'] },
  },
  adoptions: {
    type: 'counter',
    name: 'muster_runner_adoptions_total',
    help: 'Adoptions of runs, and those that were answered with `unknown`.',
    labels: { outcome: ['adopted', 'unknown'] },
  },
  leasesExpired: {
    type: 'counter',
    name: 'muster_runner_leases_expired_total',
    help: 'Programs that the runner ended because no scheduler renewed their lease.',
  },
  outputBytes: {
    type: 'counter',
    name: 'muster_runner_output_bytes_total',
    help: 'Output of programs, in bytes.',
  },
  refusedMessages: {
    type: 'counter',
    name: 'muster_runner_refused_messages_total',
    help: 'Messages about runs that the connection does not have, or has no more.',
  },
  endFailures: {
    type: 'counter',
    name: 'muster_runner_end_failures_total',
    help: 'Agents with processes that could not be ended.',
  },
  build: {
    type: 'gauge',
    name: 'muster_build_info',
    help: 'Always 1; the labels say which release runs.',
    labels: { version: [] },
  },
});
