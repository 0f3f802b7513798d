import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listUserNameRows } from '../store/user-names.ts';

export const listUserNames: Handler<typeof gateway, 'listUserNames'> = (
  { companyId, userIds },
  { db },
) => listUserNameRows(db, companyId, userIds);
