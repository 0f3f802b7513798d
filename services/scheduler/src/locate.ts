/** Finds the company of a path parameter: an absent or foreign object is refused first, with 404. */
import type { Locate } from '@muster/service-kit';
import { locateCompany } from './store/companies.ts';
import { locateAgent } from './store/roster.ts';
import { locateWake } from './store/remote-runs.ts';
import { locateRun } from './store/runs/runs.ts';

export const locate: Readonly<Record<string, Locate>> = {
  companyId: locateCompany,
  runId: locateRun,
  agentId: locateAgent,
  wakeId: locateWake,
};
