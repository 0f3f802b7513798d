/** The exceptions, each with its reason. A rule that needs many of them is the wrong rule. */
export interface Exception {
  readonly path: string;
  readonly because: string;
}

/** The one place that skips tests. */
export const skipper: Exception = {
  path: 'libs/test-kit/src/machine/needs.ts',
  because: 'it has tests counted as not run that need what the machine lacks',
};

/** Tests that must let real time pass, because time is what they are about. */
export const sleepers: readonly Exception[] = [
  { path: 'e2e/faults/faults.ts', because: 'a fault decides how long something is away' },
  {
    path: 'e2e/agent-programs/witness.ts',
    because: 'it stands for an agent that works for a while',
  },
  { path: 'e2e/heartbeats/leases.test.ts', because: 'a worker stalls for longer than its lease' },
  { path: 'e2e/heartbeats/runners.test.ts', because: 'a runner stalls for longer than its lease' },
  { path: 'e2e/fuzz/health.ts', because: 'probes come at a rate that it decides' },
  { path: 'libs/test-kit/src/slow-link.ts', because: 'a slow server decides how late it answers' },
  {
    path: 'services/billing/test/back-pressure.test.ts',
    because: 'events arrive at a rate that it decides',
  },
  { path: 'runner/src/lease.test.ts', because: 'a process stands still for longer than its lease' },
  {
    path: 'runner/src/supervisor/idle-clock.test.ts',
    because: 'a process stands still for longer than its clock',
  },
];
