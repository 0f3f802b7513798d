import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getFileRow } from '../../store/files/files.ts';
import { showFile } from '../../views.ts';

export const getFile: Handler<typeof issues, 'getFile'> = async ({ fileId }, { db, scope }) =>
  showFile(await getFileRow(db, scope, fileId));
