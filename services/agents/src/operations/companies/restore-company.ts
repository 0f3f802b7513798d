import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { companyEvent } from '../../events.ts';
import { getCompanyRow, lockCompany } from '../../store/companies.ts';
import { hasErasureBegun, withdrawErasure } from '../../store/erasures.ts';
import { findZoneChange } from '../../store/zones.ts';

export const restoreCompany: Handler<typeof agents, 'restoreCompany'> = async (
  { companyId },
  { db, scope, emit },
) => {
  const company = await lockCompany(db, scope, companyId);
  if (company.erasesAt === null) return company;
  if (await hasErasureBegun(db, companyId)) throw new Refusal('company_not_found');
  await withdrawErasure(db, companyId);
  const saved = await getCompanyRow(db, scope, companyId);
  emit('company.updated', companyEvent(saved, await findZoneChange(db, companyId)));
  return saved;
};
