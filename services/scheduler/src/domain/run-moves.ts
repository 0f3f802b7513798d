/** What may become of a run. A run is started once; whatever follows is another run. */
import type { RunStatus } from '@muster/contracts';

export const runMoves = {
  start: { from: ['queued'], to: 'running' },
  succeed: { from: ['running'], to: 'succeeded' },
  fail: { from: ['queued', 'running'], to: 'failed' },
  timeOut: { from: ['running'], to: 'timed_out' },
  cancel: { from: ['queued', 'running'], to: 'cancelled' },
  lose: { from: ['running'], to: 'lost' },
} as const satisfies Record<string, { from: readonly RunStatus[]; to: RunStatus }>;

const leavable: ReadonlySet<RunStatus> = new Set(
  Object.values(runMoves).flatMap(({ from }) => from),
);

export const isFinished = (status: RunStatus): boolean => !leavable.has(status);
