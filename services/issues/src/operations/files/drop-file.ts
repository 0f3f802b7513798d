import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { deleteComingFile } from '../../store/files/files.ts';

export const dropFile: Handler<typeof issues, 'dropFile'> = async (
  { companyId, fileId },
  { db },
) => {
  const gone = await deleteComingFile(db, fileId, companyId);
  return { dropped: gone !== undefined };
};
