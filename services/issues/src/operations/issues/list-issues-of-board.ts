import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import {
  countWaitingQuestions,
  listWaitingQuestions,
} from '../../store/questions/question-overviews.ts';
import {
  countWaitingRoutines,
  listWaitingRoutines,
} from '../../store/routines/waiting-routines.ts';
import * as store from '../../store/overviews/board-issues.ts';

export const listIssuesOfBoard: Handler<typeof issues, 'listIssuesOfBoard'> = async (
  _,
  { db, scope, actor },
) => {
  const caller = { userId: actor.id, scope };
  const [{ counts, more }, rows, asked, questions, counted, routines] = await Promise.all([
    store.countIssuesOfBoard(db, caller),
    store.listIssuesOfBoard(db, caller),
    countWaitingQuestions(db, caller),
    listWaitingQuestions(db, caller),
    countWaitingRoutines(db, scope),
    listWaitingRoutines(db, scope),
  ]);
  // Apart from the others: the release before does not know this reason.
  const late = rows.flatMap((row) => (row.reason === 'overdue' ? [withoutReason(row)] : []));
  const lateCounts = counts.flatMap((row) =>
    row.reason === 'overdue' ? [withoutReason(row)] : [],
  );
  return {
    counts: counts.flatMap(({ reason, ...row }) =>
      reason === 'overdue' ? [] : [{ ...row, reason }],
    ),
    rows: rows.flatMap((row) => (row.reason === 'overdue' ? [] : [row])),
    ...(more ? { more } : {}),
    overdue: { counts: lateCounts, rows: late },
    questions: { ...asked, rows: questions },
    routines: { ...counted, rows: routines },
  };
};

const withoutReason = <T extends { readonly reason: string }>({ reason: _, ...row }: T) => row;
