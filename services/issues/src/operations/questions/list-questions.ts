import type { issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { getIssueKey } from '../../store/issue-rows.ts';
import { listQuestionRows } from '../../store/questions/questions.ts';
import { showStoredQuestion } from '../../views.ts';

export const listQuestions: Handler<typeof issues, 'listQuestions'> = async (
  { issueId, state, cursor, limit },
  { db, scope },
) => {
  const issue = await getIssueKey(db, scope, issueId);
  const list = `questions-${state ?? 'all'}-${issue.id}`;
  const before = decodeCursor(list, issue.companyId, cursor, IdKey)?.[0];
  const rows = await listQuestionRows(db, issue, state, before, pageSize(limit));
  return pageOfFirst(rows, showStoredQuestion, ({ id }) =>
    encodeCursor(list, issue.companyId, [id]),
  );
};
