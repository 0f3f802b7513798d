import type { agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { companySnapshot } from '../domain/company.ts';
import { issuePrefix } from '../domain/names.ts';
import { insertCompany } from '../store/companies.ts';

export const createCompany: Handler<typeof agents, 'createCompany'> = async (
  input,
  { db, say },
) => {
  const id = newId();
  const company = await insertCompany(db, { ...input, id, prefixBase: issuePrefix(input.name) });
  say('company.created', { companyId: id, entityId: id, payload: companySnapshot(company) });
  return company;
};
