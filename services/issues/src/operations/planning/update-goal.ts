import { isSame, Refusal, type issues } from '@muster/contracts';
import type { Db, Handler } from '@muster/service-kit';
import { requireLevels } from '../../domain/goal-tree.ts';
import { goalEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import {
  findGoal,
  isGoalWithin,
  listChildLevels,
  lockGoals,
  saveGoal,
  saveDepthsBelow,
  type GoalRow,
} from '../../store/planning/goals.ts';
import { requireAgent } from '../../store/links.ts';
import { showGoal } from '../../views.ts';

export const updateGoal: Handler<typeof issues, 'updateGoal'> = async (
  { goalId, ifVersion, ...patch },
  { db, scope, now, emit },
) => {
  const seen = await findGoal(db, scope, goalId);
  if (!seen) throw new Refusal('goal_not_found');
  const { companyId } = seen;
  await lockGoals(db, companyId);
  await requireWritableCompany(db, companyId);
  const before = (await findGoal(db, scope, goalId)) ?? seen;
  if ((ifVersion ?? before.version) !== before.version) throw new Refusal('version_mismatch');
  const { ownerAgentId } = patch;
  if (ownerAgentId) await requireAgent(db, companyId, ownerAgentId, 'ownerAgentId');
  const description = patch.description === null ? '' : patch.description;
  const fields = { ...patch, description };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const next = await placeGoal(db, {
    ...before,
    ...(Object.fromEntries(given) as Partial<GoalRow>),
  });
  if (isSame(next, before)) return showGoal(before);
  const goal = await saveGoal(db, next, now);
  if (next.depth !== before.depth) await saveDepthsBelow(db, goal, next.depth);
  emit('goal.updated', goalEvent(goal));
  return goal;
};

/** The goal with its checked parent and the depth that follows from it. */
async function placeGoal(db: Db, goal: GoalRow): Promise<GoalRow> {
  const { id, companyId, parentId, level } = goal;
  const parent = parentId ? await findGoal(db, [companyId], parentId) : null;
  if (parent === undefined) throw new Refusal('goal_not_found', { field: 'parentId' });
  if (parent && (await isGoalWithin(db, parent, id))) {
    throw new Refusal('would_make_cycle', { field: 'parentId' });
  }
  requireLevels(level, parent?.level, await listChildLevels(db, goal));
  return { ...goal, parentId: parent?.id ?? null, depth: parent ? parent.depth + 1 : 0 };
}
