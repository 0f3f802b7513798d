/** Finds the company of a path parameter. */
import type { Locate } from '@muster/service-kit';
import { findCompany } from './store/companies.ts';

const companyId: Locate = async (db, _scope, id) => (await findCompany(db, id))?.companyId;

export const locate = { companyId };
