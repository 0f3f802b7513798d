import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { fileEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { getFileRow, markFileDeleted } from '../../store/files/files.ts';
import { showFile } from '../../views.ts';

export const deleteFile: Handler<typeof issues, 'deleteFile'> = async (
  { fileId },
  { db, scope, now, emit },
) => {
  const file = await getFileRow(db, scope, fileId);
  await requireWritableCompany(db, file.companyId);
  if (!(await markFileDeleted(db, file, now))) throw new Refusal('file_not_found');
  emit('file.deleted', fileEvent(file));
  return showFile(file);
};
