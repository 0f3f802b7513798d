/**
 * The states of a run and its moves. This table is the only truth: the statements of the store take
 * their conditions from it, and the diagram is drawn from it. A run is started once; a retry is
 * another run.
 */
import { RunStatus, type Moves } from '@muster/contracts';

export const runMoves = {
  start: { from: ['queued'], to: 'running' },
  succeed: { from: ['running'], to: 'succeeded' },
  fail: { from: ['queued', 'running'], to: 'failed' },
  timeOut: { from: ['running'], to: 'timed_out' },
  cancel: { from: ['queued', 'running'], to: 'cancelled' },
  lose: { from: ['running'], to: 'lost' },
} as const satisfies Moves<RunStatus>;

export type FinishedStatus = Exclude<(typeof runMoves)[keyof typeof runMoves]['to'], 'running'>;

/** The states from which a move leads to this one. */
export const statesBefore = (status: RunStatus): readonly RunStatus[] =>
  Object.values(runMoves).flatMap(({ from, to }): readonly RunStatus[] =>
    to === status ? from : [],
  );

const withMoves: ReadonlySet<RunStatus> = new Set(
  Object.values(runMoves).flatMap(({ from }) => from),
);

export const isFinished = (status: RunStatus): boolean => !withMoves.has(status);

/** The states of a run that is waiting or under way. */
export const liveStates: readonly RunStatus[] = RunStatus.options.filter((status) =>
  withMoves.has(status),
);
