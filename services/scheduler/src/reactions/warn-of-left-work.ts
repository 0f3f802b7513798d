import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { addWarningTo } from '../store/runs/run-warnings.ts';

/** The receipt of the run says it, whether its agent is woken once more or not. */
export const warnOfLeftWork = reaction(
  issues,
  ['issue.left_in_progress'],
  async ({ companyId, payload: { leftBy } }, { db }) =>
    addWarningTo(db, companyId, leftBy, 'left_in_progress'),
);
