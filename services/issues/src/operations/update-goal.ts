import { Refusal, type issues } from '@muster/contracts';
import type { Db, Handler } from '@muster/service-kit';
import { assertLevels } from '../domain/goal-tree.ts';
import { assertWritable } from '../store/companies.ts';
import {
  findGoal, isGoalWithin, listChildLevels, lockGoalsOf, saveGoal, sinkGoals, type GoalRow,
} from '../store/goals.ts';
import { assertAgent } from '../store/links.ts';
import { goalSnapshot, showGoal } from './goal-answers.ts';

export const updateGoal: Handler<typeof issues, 'updateGoal'> = async (
  { goalId, ifVersion, ...patch },
  { db, scope, now, say },
) => {
  const seen = await findGoal(db, scope, goalId);
  if (!seen) throw new Refusal('goal_not_found');
  const { companyId } = seen;
  await lockGoalsOf(db, companyId);
  await assertWritable(db, companyId);
  const before = (await findGoal(db, scope, goalId)) ?? seen;
  if ((ifVersion ?? before.version) !== before.version) throw new Refusal('version_mismatch');
  const { ownerAgentId } = patch;
  if (ownerAgentId) await assertAgent(db, companyId, ownerAgentId, 'ownerAgentId');
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const next = await placed(db, { ...before, ...(Object.fromEntries(given) as Partial<GoalRow>) });
  if (JSON.stringify(next) === JSON.stringify(before)) return showGoal(before);
  const goal = await saveGoal(db, next, now);
  if (next.depth !== before.depth) await sinkGoals(db, goal, next.depth);
  say('goal.updated', { companyId, entityId: goal.id, payload: goalSnapshot(goal) });
  return goal;
};

/** The goal where it would stand: below a parent that may be one, at that depth. */
async function placed(db: Db, goal: GoalRow): Promise<GoalRow> {
  const { id, companyId, parentId, level } = goal;
  const parent = parentId ? await findGoal(db, [companyId], parentId) : null;
  if (parent === undefined) throw new Refusal('goal_not_found', { field: 'parentId' });
  if (parent && (await isGoalWithin(db, parent.id, id))) {
    throw new Refusal('would_make_cycle', { field: 'parentId' });
  }
  assertLevels(level, parent?.level, await listChildLevels(db, id));
  return { ...goal, parentId: parent?.id ?? null, depth: parent ? parent.depth + 1 : 0 };
}
