import { agents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveCompany } from '../store/companies.ts';

export const copyCompanies = reaction(
  agents,
  ['company.created', 'company.updated'],
  ({ payload }, { db }) => saveCompany(db, payload),
  { history: 'state' },
);
