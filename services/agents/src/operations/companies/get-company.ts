import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getCompanyRow } from '../../store/companies.ts';

export const getCompany: Handler<typeof agents, 'getCompany'> = ({ companyId }, { db, scope }) =>
  getCompanyRow(db, scope, companyId);
