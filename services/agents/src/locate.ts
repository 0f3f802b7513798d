/** Finds the company of a path parameter, before a caller is authorized. */
import type { Locate } from '@muster/service-kit';
import { findCompanyOfAgent } from './store/agents.ts';
import { findCompany } from './store/companies.ts';
import { findCompanyOfSecret } from './store/secrets.ts';

export const companyId: Locate = async (db, scope, ref) => (await findCompany(db, scope, ref))?.id;

export const agentId: Locate = findCompanyOfAgent;

export const secretId: Locate = findCompanyOfSecret;
