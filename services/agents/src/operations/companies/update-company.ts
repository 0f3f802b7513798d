import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { patchCompany } from '../../domain/company.ts';
import { companyEvent } from '../../events.ts';
import { lockCompany, saveCompany } from '../../store/companies.ts';
import { requireReviewer } from '../../store/reviewers.ts';
import { findZoneChange } from '../../store/zones.ts';

export const updateCompany: Handler<typeof agents, 'updateCompany'> = async (
  { companyId, ifVersion, ...patch },
  { db, scope, emit },
) => {
  const company = await lockCompany(db, scope, companyId);
  if (ifVersion !== undefined && ifVersion !== company.version) {
    throw new Refusal('version_mismatch', { version: company.version });
  }
  const wanted = patchCompany(company, patch);
  if (!wanted) return company;
  await requireReviewer(db, company, wanted);
  const saved = await saveCompany(db, wanted);
  emit('company.updated', companyEvent(saved, await findZoneChange(db, companyId)));
  return saved;
};
