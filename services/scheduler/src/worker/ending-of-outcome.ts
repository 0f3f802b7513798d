/** Translates why a worker stopped its run into how the run is recorded. */
import type { Outcome } from '@muster/runner-protocol';
import { BUDGET } from '../domain/run-endings.ts';
import type { Ending } from '../store/run-lifecycle.ts';
import type { Masker } from './output/mask-output.ts';
import type { RunOutput } from './output/run-output.ts';

/** Ended by another cause than a wish to cancel: such a run is lost and retried. */
export const endingOf = ({ status, errorCode, ...outcome }: Outcome): Ending => {
  if (errorCode === 'draining') {
    return { ...outcome, status: 'lost', errorCode: 'worker_stopped' };
  }
  if (errorCode === 'lease_lost') {
    return { ...outcome, status: 'lost', errorCode: 'worker_lost' };
  }
  if (errorCode === 'budget_exhausted') return { ...outcome, ...budgetUsedUp };
  return { ...outcome, status, errorCode };
};

/** With what the output of the run tells; the error may quote a secret. */
export const endingOfLocal = (outcome: Outcome, output: RunOutput, { mask }: Masker): Ending => ({
  ...endingOf({ ...outcome, error: outcome.error === null ? null : mask(outcome.error) }),
  resultSummary: output.summary(),
  warnings: output.warnings(),
});

export const budgetUsedUp = {
  status: 'cancelled',
  errorCode: BUDGET,
  error: 'Its slice of the budget is used up, and billing has granted no more',
} as const satisfies Ending;
