import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { companyEvent } from '../../events.ts';
import { getCompanyRow, lockCompany } from '../../store/companies.ts';
import { scheduleErasure } from '../../store/erasures.ts';
import { findZoneChange } from '../../store/zones.ts';

/** It is archived for as long as it can be taken back: nothing starts, and reads work. */
export const eraseCompany: Handler<typeof agents, 'eraseCompany'> = async (
  { companyId },
  { db, scope, actor, emit },
) => {
  const company = await lockCompany(db, scope, companyId);
  if (company.erasesAt !== null) return company;
  await scheduleErasure(db, companyId, actor.id);
  const saved = await getCompanyRow(db, scope, companyId);
  emit('company.updated', companyEvent(saved, await findZoneChange(db, companyId)));
  return saved;
};
