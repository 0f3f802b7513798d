import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import {
  countWaitingQuestions,
  listWaitingQuestions,
} from '../../store/questions/question-overviews.ts';
import * as store from '../../store/overviews/board-issues.ts';

export const listIssuesOfBoard: Handler<typeof issues, 'listIssuesOfBoard'> = async (
  _,
  { db, scope, actor },
) => {
  const caller = { userId: actor.id, scope };
  const [{ counts, more }, rows, asked, questions] = await Promise.all([
    store.countIssuesOfBoard(db, caller),
    store.listIssuesOfBoard(db, caller),
    countWaitingQuestions(db, caller),
    listWaitingQuestions(db, caller),
  ]);
  return { counts, rows, ...(more ? { more } : {}), questions: { ...asked, rows: questions } };
};
