import type { agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { issuePrefixCandidates } from '../../domain/names.ts';
import { companyEvent } from '../../events.ts';
import { insertCompany } from '../../store/companies.ts';

export const createCompany: Handler<typeof agents, 'createCompany'> = async (
  input,
  { db, emit },
) => {
  const id = newId();
  const prefixes = issuePrefixCandidates(input.name, id);
  const company = await insertCompany(db, { ...input, reviewerAgentId: null, id, prefixes });
  emit('company.created', companyEvent(company));
  return company;
};
