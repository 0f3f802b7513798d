import { hash } from 'node:crypto';
import {
  REDACTED_TEXT,
  Refusal,
  requireAuthorOrBoard,
  type issues,
  redactionBy,
} from '@muster/contracts';
import { FileStoreError, openFileStore, type FileKey } from '@muster/file-store';
import { redactAnswers, type Context, type Handler } from '@muster/service-kit';
import { fileEvent } from '../../events.ts';
import {
  lockFile,
  redactEventsOfFile,
  saveRedactedFile,
} from '../../store/redaction/redacted-files.ts';
import { showFile } from '../../views.ts';

/**
 * The bytes go before the commit: what was answered is gone, and what has failed may be sent again. After a kill
 * between the two, there is a file without bytes, which is what was asked for.
 */
export const redactFile: Handler<typeof issues, 'redactFile'> = async (
  { fileId, reason },
  context,
) => {
  const { db, scope, actor, now, emit } = context;
  const file = await lockFile(db, scope, fileId);
  requireAuthorOrBoard(actor, [file.authorAgentId]);
  if (file.redacted !== null) return showFile(file);
  const redacted = redactionBy(actor, now, reason);
  const left = { ...file, name: REDACTED_TEXT, bytes: 0, sha256: hash('sha256', ''), redacted };
  await saveRedactedFile(db, left);
  await redactAnswers(db, file, [file.name]);
  await redactEventsOfFile(db, file);
  emit('file.redacted', fileEvent(left));
  await deleteBytes({ companyId: file.companyId, fileId }, context);
  return showFile(left);
};

async function deleteBytes(key: FileKey, { config }: Context<typeof issues>): Promise<void> {
  try {
    const store = openFileStore(config);
    if (!store) throw new Refusal('file_store_unavailable');
    await store.delete(key);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    throw new Refusal('file_store_unavailable');
  }
}
