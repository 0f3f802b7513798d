import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { patchCompany } from '../../domain/company.ts';
import { companyEvent } from '../../events.ts';
import { lockCompany, saveCompany } from '../../store/companies.ts';
import { findZoneChange } from '../../store/zones.ts';

/** The runs of a company that is paused already are stopped, too. */
export const stopCompany: Handler<typeof agents, 'stopCompany'> = async (
  { companyId },
  { db, scope, emit },
) => {
  const company = await lockCompany(db, scope, companyId);
  if (company.status === 'archived') throw new Refusal('company_archived');
  const paused = patchCompany(company, { status: 'paused' });
  const saved = paused ? await saveCompany(db, paused) : company;
  const event = companyEvent(saved, await findZoneChange(db, companyId));
  if (paused) emit('company.updated', event);
  emit('company.stopped', event);
  return saved;
};
