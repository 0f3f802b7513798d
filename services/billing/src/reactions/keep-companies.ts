/** Keeps a company's limit and zone; a new limit may stop its agents or let them go on. */
import { agents, type billing } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { announceBudget } from '../operations/announce-budget.ts';
import { saveCompany, saveZone } from '../store/companies.ts';
import { getStandings } from '../store/months.ts';

export const keepCompanies = reaction(
  agents,
  ['company.created', 'company.updated'],
  async ({ payload }, context: Context<typeof billing>) => {
    const { db, now } = context;
    const { companyId, timeZone } = payload;
    if (!(await saveCompany(db, payload))) return;
    await saveZone(db, companyId, timeZone, now);
    const { month, company } = await getStandings(db, { companyId, agentId: null, at: now });
    await announceBudget(context, { companyId, agentId: null, month }, company);
  },
);
