import { Id, Refusal, type issues } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { nest } from '../domain/goal-tree.ts';
import { listGoalRows } from '../store/goals.ts';
import { showGoal } from './goal-answers.ts';
import { parseKey } from './list-issues.ts';

const LIST = 'goals';
const Key = z.tuple([z.int().min(0), Id]);
/** Most goals that are nested in one answer; a tree has no pages. */
const TREE_MAX = 1_000;

export const listGoals: Handler<typeof issues, 'listGoals'> = async (
  { companyId, tree, limit, cursor },
  { db },
) => {
  if (tree) {
    const rows = await listGoalRows(db, companyId, undefined, TREE_MAX + 1);
    if (rows.length > TREE_MAX) throw new Refusal('result_too_large', undefined, 'list them flat');
    return { items: nest(rows.map(showGoal)).map(asJson) };
  }
  const size = pageSize(limit);
  const key = parseKey(Key, decodeCursor(LIST, companyId, cursor, 2));
  const rows = await listGoalRows(db, companyId, key && { depth: key[0], id: key[1] }, size + 1);
  return pageOf(rows, size, showGoal, ({ depth, id }) =>
    encodeCursor(LIST, companyId, [depth, id]));
};

/** The contract says nothing about what is inside the children but that it is JSON. */
const asJson = ({ children, ...goal }: ReturnType<typeof nest>[number]) => ({
  ...goal, children: children as unknown as z.core.util.JSONType[],
});
