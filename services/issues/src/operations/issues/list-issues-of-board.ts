import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import * as store from '../../store/overviews/board-issues.ts';

export const listIssuesOfBoard: Handler<typeof issues, 'listIssuesOfBoard'> = async (
  _,
  { db, scope, actor },
) => {
  const caller = { userId: actor.id, scope };
  const [{ counts, more }, rows] = await Promise.all([
    store.countIssuesOfBoard(db, caller),
    store.listIssuesOfBoard(db, caller),
  ]);
  return { counts, rows, ...(more ? { more } : {}) };
};
