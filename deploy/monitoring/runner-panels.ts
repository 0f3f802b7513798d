/** Panels of the runners, from what they export themselves. */
import { rateBy, rateOf, sumBy, type Panel } from './panels.ts';

const runner = 'service="runner"';

export const runnerPanels: readonly Panel[] = [
  {
    title: 'Runs by state',
    unit: 'short',
    queries: [sumBy('muster_runner_runs', 'state')],
  },
  {
    title: 'Launches by outcome',
    unit: 'ops',
    queries: [rateBy('muster_runner_launches_total', 'outcome')],
  },
  {
    title: 'Adoptions asked of runners by outcome',
    unit: 'ops',
    queries: [rateBy('muster_runner_adoptions_total', 'outcome')],
  },
  {
    title: 'Connected scheduler processes',
    unit: 'short',
    queries: [{ expr: 'sum(muster_runner_connections)', legend: 'connections' }],
  },
  {
    title: 'Ended connections by reason',
    unit: 'ops',
    queries: [rateBy('muster_runner_connections_ended_total', 'reason')],
  },
  {
    title: 'Output of programs',
    unit: 'bytes',
    queries: [rateOf('muster_runner_output_bytes_total', 'bytes per second')],
  },
  {
    title: 'Output that no scheduler has stored yet',
    unit: 'bytes',
    queries: [{ expr: 'sum(muster_runner_buffer_bytes)', legend: 'buffered' }],
  },
  {
    title: 'Expired leases, refused messages, programs not ended',
    unit: 'ops',
    queries: [
      rateOf('muster_runner_leases_expired_total', 'expired leases'),
      rateOf('muster_runner_refused_messages_total', 'refused messages'),
      rateOf('muster_runner_end_failures_total', 'agents with processes left'),
    ],
  },
  {
    title: 'Memory of the largest runner, without its programs',
    unit: 'bytes',
    queries: [{ expr: `max(muster_process_resident_memory_bytes{${runner}})`, legend: 'memory' }],
  },
  {
    title: 'Runners by version',
    unit: 'short',
    queries: [{ expr: `count by (version) (muster_build_info{${runner}})`, legend: '{{version}}' }],
  },
];
