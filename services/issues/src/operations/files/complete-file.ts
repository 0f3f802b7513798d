import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { fileEvent } from '../../events.ts';
import { saveWholeFile } from '../../store/files/files.ts';
import { showFile } from '../../views.ts';

/** Rights were decided before the bytes came; what has changed since does not undo what was sent. */
export const completeFile: Handler<typeof issues, 'completeFile'> = async (
  { companyId, fileId, sha256 },
  { db, emit },
) => {
  const file = await saveWholeFile(db, { companyId, fileId, sha256: sha256.toLowerCase() });
  if (!file) throw new Refusal('file_not_found');
  emit('file.added', fileEvent(file));
  return showFile(file);
};
