import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getFileRow } from '../../store/files/files.ts';
import { showFile } from '../../views.ts';

export const findFile: Handler<typeof issues, 'findFile'> = async ({ companyId, fileId }, { db }) =>
  showFile(await getFileRow(db, [companyId], fileId));
