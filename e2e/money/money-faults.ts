/** The faults that strike while money is spent: one at a time, evenly over the reports. */
import { healedWhole, killServer, killService } from '../faults/faults.ts';
import type { ScheduledFault } from '../faults/nemesis.ts';

/** Restarting what was killed takes its time on a busy machine. */
const HEAL_TIMEOUT_MS = 180_000;

const faults = [
  killService('billing', 1),
  killService('agents'),
  killServer('nats'),
  killService('scheduler'),
  killService('billing'),
  killService('approvals', 2),
  killService('gateway', 2),
  killServer('nats'),
  killService('scheduler', 1),
];

export const moneyFaults: readonly ScheduledFault[] = faults.map((fault, index) => ({
  fault: healedWhole(fault, HEAL_TIMEOUT_MS),
  dueAt: (index + 1) / (faults.length + 1),
  after: [],
  group: 'one at a time',
}));
