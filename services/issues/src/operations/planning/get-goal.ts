import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findGoal } from '../../store/planning/goals.ts';
import { withProgress } from '../../store/overviews/progress.ts';
import { showGoal } from '../../views.ts';

export const getGoal: Handler<typeof issues, 'getGoal'> = async (
  { goalId, progress },
  { db, scope, slowReads },
) => {
  const goal = await findGoal(db, scope, goalId);
  if (!goal) throw new Refusal('goal_not_found');
  const shown = showGoal(goal);
  if (!progress) return shown;
  const [measured] = await withProgress(slowReads, 'goal', [shown]);
  return measured ?? shown;
};
