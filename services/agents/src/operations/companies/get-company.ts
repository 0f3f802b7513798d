import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getCompany as selectCompany } from '../../store/companies.ts';

export const getCompany: Handler<typeof agents, 'getCompany'> = ({ companyId }, { db, scope }) =>
  selectCompany(db, scope, companyId);
