import { agents, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { stopLiveRuns } from '../jobs/end-runs.ts';
import { saveCompany } from '../store/companies.ts';
import { syncSchedules } from '../store/schedules.ts';

type Names = 'company.created' | 'company.updated';

/** A paused company starts nothing; what runs may end. An archived one stops. */
export const keepCompanies = reaction<typeof agents, Names, typeof scheduler>(
  agents,
  ['company.created', 'company.updated'],
  async ({ companyId, payload }, context) => {
    if (!(await saveCompany(context.db, payload))) return;
    await syncSchedules(context.db, companyId, null);
    if (payload.status !== 'archived') return;
    await stopLiveRuns(context, companyId, null, {
      errorCode: 'company_archived', error: 'The company was archived',
    });
  },
);
