import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listCompanyRows } from '../../store/companies.ts';

/** The list belongs to the caller, not to one company; each page applies the caller's scope. */
const EVERY_COMPANY = 'all';

export const listCompanies: Handler<typeof agents, 'listCompanies'> = async (
  { limit, cursor },
  { db, scope },
) => {
  const size = pageSize(limit);
  const after = decodeCursor('companies', EVERY_COMPANY, cursor, IdKey)?.[0];
  const rows = await listCompanyRows(db, scope, { after, size });
  return pageOfFirst(
    rows,
    (company) => company,
    ({ id }) => encodeCursor('companies', EVERY_COMPANY, [id]),
  );
};
