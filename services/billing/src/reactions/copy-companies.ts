/** Copies a company's limit and time zone; a new limit may exhaust or restore its budget. */
import { agents, type billing } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { announceBudget } from '../booking/announce-budget.ts';
import { saveCompany, saveZone } from '../store/companies.ts';
import { saveZoneFrom } from '../store/zones.ts';
import { getMonthBudgets } from '../store/months.ts';

export const copyCompanies = reaction(
  agents,
  ['company.created', 'company.updated'],
  async ({ payload }, context: Context<typeof billing>) => {
    const { db, now } = context;
    const { companyId, timeZone, timeZoneFrom } = payload;
    if (!(await saveCompany(db, payload))) return;
    if (timeZoneFrom) await saveZoneFrom(db, companyId, timeZone, timeZoneFrom, now);
    else await saveZone(db, companyId, timeZone, now);
    const { month, company } = await getMonthBudgets(db, { companyId, agentId: null, at: now });
    await announceBudget(context, { companyId, agentId: null, month }, company);
  },
  { history: 'state' },
);
