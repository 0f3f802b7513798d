/** How an outcome is kept: a run that this process had to stop is not anybody's wish. */
import type { Outcome } from '../adapters/adapter.ts';
import type { Ending } from '../store/run-lifecycle.ts';
import { BUDGET } from './end-runs.ts';

export const endingOf = ({ status, errorCode, ...outcome }: Outcome): Ending => {
  if (errorCode === 'draining') {
    return { ...outcome, status: 'lost', errorCode: 'worker_stopped' };
  }
  if (errorCode === 'spent') {
    const error = 'Its slice of the budget is used up, and billing has granted no more';
    return { ...outcome, status, errorCode: BUDGET, error };
  }
  if (errorCode === 'taken') return { ...outcome, status: 'lost', errorCode: 'worker_lost' };
  return { ...outcome, status, errorCode };
};
