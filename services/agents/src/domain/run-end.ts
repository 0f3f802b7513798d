import type { RunStatus } from '@muster/contracts';

/** A run that failed puts its agent in error; one that was stopped or lost does not. */
export const moveAfterRun = (status: RunStatus): 'endRun' | 'failRun' =>
  status === 'failed' || status === 'timed_out' ? 'failRun' : 'endRun';
