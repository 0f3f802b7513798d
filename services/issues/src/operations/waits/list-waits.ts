import { Id, type issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { z } from 'zod';
import { getIssueKey } from '../../store/issue-rows.ts';
import { listWaitRows } from '../../store/waits/waits.ts';
import { showWait } from '../../views.ts';

const Key = z.tuple([z.boolean(), Id]);

export const listWaits: Handler<typeof issues, 'listWaits'> = async (
  { issueId, cursor, limit },
  { db, scope },
) => {
  const issue = await getIssueKey(db, scope, issueId);
  const list = `waits-${issue.id}`;
  const key = decodeCursor(list, issue.companyId, cursor, Key);
  const position = key && { isOpen: key[0], id: key[1] };
  const rows = await listWaitRows(db, issue, position, pageSize(limit));
  return pageOfFirst(rows, showWait, ({ endedAt, id }) =>
    encodeCursor(list, issue.companyId, [endedAt === null, id]),
  );
};
