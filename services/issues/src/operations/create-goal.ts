import { Refusal, type issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { assertLevels } from '../domain/goal-tree.ts';
import { assertWritable } from '../store/companies.ts';
import { findGoal, insertGoal, lockGoalsOf } from '../store/goals.ts';
import { assertAgent } from '../store/links.ts';
import { goalSnapshot, showGoal } from './goal-answers.ts';

export const createGoal: Handler<typeof issues, 'createGoal'> = async (input, { db, now, say }) => {
  const { companyId, title, description, level, status, ownerAgentId = null } = input;
  await assertWritable(db, companyId);
  if (ownerAgentId) await assertAgent(db, companyId, ownerAgentId, 'ownerAgentId');
  if (input.parentId) await lockGoalsOf(db, companyId);
  const parent = input.parentId ? await findGoal(db, [companyId], input.parentId) : null;
  if (parent === undefined) throw new Refusal('goal_not_found', { field: 'parentId' });
  assertLevels(level, parent?.level, []);
  const goal = {
    id: newId(), companyId, title, description, level, status, parentId: parent?.id ?? null,
    ownerAgentId, createdAt: now, updatedAt: now, version: 1,
    depth: parent ? parent.depth + 1 : 0,
  };
  await insertGoal(db, goal);
  say('goal.created', { companyId, entityId: goal.id, payload: goalSnapshot(goal) });
  return showGoal(goal);
};
