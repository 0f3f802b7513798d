import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findGoal } from '../../store/goals.ts';
import { showGoal } from '../../views.ts';

export const getGoal: Handler<typeof issues, 'getGoal'> = async ({ goalId }, { db, scope }) => {
  const goal = await findGoal(db, scope, goalId);
  if (!goal) throw new Refusal('goal_not_found');
  return showGoal(goal);
};
