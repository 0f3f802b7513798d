import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveGoal } from '../store/issues.ts';

export const copyGoals = reaction(
  issues,
  ['goal.created'],
  async ({ companyId, payload }, { db }) => saveGoal(db, companyId, payload.goalId),
  { history: 'state', isCopy: true },
);
