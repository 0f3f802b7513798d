import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listRows } from '../store/package-import-rows.ts';
import { getPackageImportRow } from '../store/package-imports.ts';

export const getPackageImport: Handler<typeof gateway, 'getPackageImport'> = async (
  key,
  { db },
) => ({ ...(await getPackageImportRow(db, key)), rows: await listRows(db, key) });
