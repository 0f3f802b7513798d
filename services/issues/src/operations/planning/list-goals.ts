import { Id, Refusal, type Goal, type issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { z } from 'zod';
import { nestGoals } from '../../domain/goal-tree.ts';
import { listGoalRows } from '../../store/planning/goals.ts';
import { withProgress } from '../../store/overviews/progress.ts';
import { showGoal } from '../../views.ts';

const LIST = 'goals';
const Key = z.tuple([z.int().min(0), Id]);
/** Most goals in one tree, which has no pages. */
const TREE_MAX = 1_000;

export const listGoals: Handler<typeof issues, 'listGoals'> = async (
  { companyId, tree, progress, limit, cursor },
  { db, slowReads },
) => {
  const measured = <G extends Goal>(goals: readonly G[]) =>
    progress ? withProgress(slowReads, 'goal', goals) : goals;
  if (tree) {
    const { rows, hasMore } = await listGoalRows(db, companyId, undefined, TREE_MAX);
    if (hasMore) throw new Refusal('result_too_large', undefined, 'list them flat');
    return { items: nestGoals(await measured(rows.map(showGoal))).map(asJson) };
  }
  const size = pageSize(limit);
  const key = decodeCursor(LIST, companyId, cursor, Key);
  const rows = await listGoalRows(db, companyId, key && { depth: key[0], id: key[1] }, size);
  const page = pageOfFirst(rows, showGoal, ({ depth, id }) =>
    encodeCursor(LIST, companyId, [depth, id]),
  );
  return { ...page, items: await measured(page.items) };
};

/** The contract declares the children as JSON without a shape. */
const asJson = ({ children, ...goal }: ReturnType<typeof nestGoals>[number]) => ({
  ...goal,
  children: children as unknown as z.core.util.JSONType[],
});
