import { Refusal, type issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { requireLevels } from '../../domain/goal-tree.ts';
import { goalEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { findGoal, insertGoal, lockGoals } from '../../store/planning/goals.ts';
import { requireAgent } from '../../store/links.ts';
import { showGoal } from '../../views.ts';

export const createGoal: Handler<typeof issues, 'createGoal'> = async (
  input,
  { db, now, emit },
) => {
  const { companyId, title, description, level, status, ownerAgentId = null } = input;
  await requireWritableCompany(db, companyId);
  if (ownerAgentId) await requireAgent(db, companyId, ownerAgentId, 'ownerAgentId');
  if (input.parentId) await lockGoals(db, companyId);
  const parent = input.parentId ? await findGoal(db, [companyId], input.parentId) : null;
  if (parent === undefined) throw new Refusal('goal_not_found', { field: 'parentId' });
  requireLevels(level, parent?.level, []);
  const goal = {
    id: newId(),
    companyId,
    title,
    description: description ?? '',
    level,
    status,
    parentId: parent?.id ?? null,
    ownerAgentId,
    createdAt: now,
    updatedAt: now,
    version: 1,
    depth: parent ? parent.depth + 1 : 0,
  };
  await insertGoal(db, goal);
  emit('goal.created', goalEvent(goal));
  return showGoal(goal);
};
