import { Refusal, type agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { companySnapshot } from '../domain/company.ts';
import { issuePrefix } from '../domain/names.ts';
import { insertCompany } from '../store/companies.ts';

export const createCompany: Handler<typeof agents, 'createCompany'> = async (
  input,
  { db, actor, say },
) => {
  // Whoever founds a company answers for the instance; members come with it by invitation.
  if (actor.type === 'user' && actor.companies !== 'all') throw new Refusal('instance_admin_only');
  const id = newId();
  const company = await insertCompany(db, { ...input, id, prefixBase: issuePrefix(input.name) });
  say('company.created', { companyId: id, entityId: id, payload: companySnapshot(company) });
  return company;
};
