import type { agents } from '@muster/contracts';
import { encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listCompanies as selectCompanies } from '../store/companies.ts';
import { idAfter } from './cursor.ts';

/** The list is of the caller, not of one company; the scope is applied to every page anew. */
const EVERY_COMPANY = 'all';

export const listCompanies: Handler<typeof agents, 'listCompanies'> = async (
  { limit, cursor },
  { db, scope },
) => {
  const size = pageSize(limit);
  const after = idAfter('companies', EVERY_COMPANY, cursor);
  const rows = await selectCompanies(db, scope, { after, limit: size + 1 });
  return pageOf(
    rows, size, (company) => company,
    ({ id }) => encodeCursor('companies', EVERY_COMPANY, [id]),
  );
};
