/** What answers and events show of a goal. */
import type { Goal } from '@muster/contracts';
import type { GoalRow } from '../store/goals.ts';

/** Its depth orders lists and is nobody's business outside. */
export const showGoal = ({ depth: _, ...goal }: GoalRow): Goal => goal;

export const goalSnapshot = ({ id, title, level, status, parentId, version }: Goal) => ({
  goalId: id, title, level, status, parentId, version,
});
