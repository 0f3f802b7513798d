import type { issues } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { getOwner } from '../../store/documents/document-owners.ts';
import { listFileRows } from '../../store/files/files.ts';
import { showListedFile } from '../../views.ts';

const FileKey = z.tuple([z.guid()]);

export const listIssueFiles: Handler<typeof issues, 'listIssueFiles'> = async (
  { issueId, limit, cursor },
  { db, scope },
) => {
  const { companyId, issueId: id } = await getOwner(db, scope, { issueId });
  const list = `files-${id ?? ''}`;
  const before = decodeCursor(list, companyId, cursor, FileKey)?.[0];
  const size = pageSize(limit);
  const rows = await listFileRows(db, { id: id ?? '', companyId }, before, size + 1);
  return pageOf(rows, size, showListedFile, (row) => encodeCursor(list, companyId, [row.id]));
};
