/**
 * Whose a thing is, so that what is absent or foreign is not found before anything else is said.
 */
import type { Locate } from '@muster/service-kit';
import { locateCompany } from '../store/companies.ts';
import { locateAgent } from '../store/roster.ts';
import { locateWake } from '../store/runs-elsewhere.ts';
import { locateRun } from '../store/runs.ts';

export const locate: Readonly<Record<string, Locate>> = {
  companyId: locateCompany,
  runId: locateRun,
  agentId: locateAgent,
  wakeId: locateWake,
};
