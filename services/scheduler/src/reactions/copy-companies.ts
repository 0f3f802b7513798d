import { agents, type scheduler } from '@muster/contracts';
import { applyInSteps, reaction } from '@muster/service-kit';
import { stopRunsOfArchivedCompany } from '../bulk-effects/stop-runs-of-company.ts';
import { syncTimersOfCompany } from '../bulk-effects/sync-timers-of-company.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { saveCompany } from '../store/companies.ts';

type Names = 'company.created' | 'company.updated';

/** A paused company starts no runs and lets live ones end. An archived company stops its runs. */
export const copyCompanies = reaction<typeof agents, Names, typeof scheduler, SchedulerParts>(
  agents,
  ['company.created', 'company.updated'],
  async ({ companyId, payload }, context) => {
    if (!(await saveCompany(context.db, payload))) return;
    const target = { companyId, subjectId: companyId };
    await applyInSteps(context, syncTimersOfCompany, target);
    if (payload.status !== 'archived') return;
    await applyInSteps(context, stopRunsOfArchivedCompany, target);
  },
  { history: 'state' },
);
