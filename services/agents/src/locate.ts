/** Finds the company of a path parameter, before a caller is authorized. */
import type { Locate } from '@muster/service-kit';
import { findCompanyOfAgent } from './store/agents.ts';
import { findCompany } from './store/companies.ts';
import { findCompanyOfSecret } from './store/secrets/secrets.ts';

const companyId: Locate = async (db, scope, ref) => (await findCompany(db, scope, ref))?.id;

export const locate = {
  companyId,
  agentId: findCompanyOfAgent,
  secretId: findCompanyOfSecret,
};
