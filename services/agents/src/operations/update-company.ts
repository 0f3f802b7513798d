import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { companySnapshot, patched } from '../domain/company.ts';
import { lockCompany, saveCompany } from '../store/companies.ts';

export const updateCompany: Handler<typeof agents, 'updateCompany'> = async (
  { companyId, ifVersion, ...patch },
  { db, scope, say },
) => {
  const company = await lockCompany(db, scope, companyId);
  if (ifVersion !== undefined && ifVersion !== company.version) {
    throw new Refusal('version_mismatch', { version: company.version });
  }
  const wanted = patched(company, patch);
  if (!wanted) return company;
  const saved = await saveCompany(db, wanted);
  say('company.updated', { companyId, entityId: companyId, payload: companySnapshot(saved) });
  return saved;
};
