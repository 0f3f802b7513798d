import { agents, type scheduler } from '@muster/contracts';
import { applyInSteps, reaction } from '@muster/service-kit';
import { stopRunsOfStoppedCompany as stopRuns } from '../bulk-effects/stop-runs-of-company.ts';
import type { SchedulerParts } from '../local-signals.ts';

/** A company that is only paused lets its runs end; one that is stopped does not. */
export const stopRunsOfStoppedCompany = reaction<
  typeof agents,
  'company.stopped',
  typeof scheduler,
  SchedulerParts
>(
  agents,
  ['company.stopped'],
  ({ companyId }, context) => applyInSteps(context, stopRuns, { companyId, subjectId: companyId }),
  { history: 'none' },
);
