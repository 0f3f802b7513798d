/** Billing: what was spent, what may be spent. */
import { billing } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { billingConfig } from './config.ts';
import { startSweep } from './jobs/sweep.ts';
import { getCostSummary } from './operations/get-cost-summary.ts';
import { listCostsByAgent } from './operations/list-costs-by-agent.ts';
import { listCostsByProject } from './operations/list-costs-by-project.ts';
import { locate } from './operations/locate.ts';
import { recordCost } from './operations/record-cost.ts';
import { reserveRunBy } from './operations/reserve-run.ts';
import { bookUsageOfRun } from './reactions/book-usage-of-run.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepGoals } from './reactions/keep-goals.ts';
import { keepIssues } from './reactions/keep-issues.ts';
import { keepProjects } from './reactions/keep-projects.ts';
import { keepRoster } from './reactions/keep-roster.ts';

/** Set from the environment at start; handlers are made before there is one. */
const slice = { sliceCents: billingConfig.parse({}).BUDGET_SLICE_CENTS };

export const billingService = defineService({
  contract: billing,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    recordCost,
    getCostSummary,
    listCostsByAgent,
    listCostsByProject,
    reserveRun: reserveRunBy(slice),
  },
  reactions: {
    keepCompanies, keepRoster, keepIssues, keepProjects, keepGoals, bookUsageOfRun,
  },
  locate,
  config: billingConfig,
  start: async (runtime) => {
    const { BUDGET_SLICE_CENTS, BUDGET_SWEEP_SECONDS } = billingConfig.parse(runtime.config);
    slice.sliceCents = BUDGET_SLICE_CENTS;
    return startSweep(runtime, BUDGET_SWEEP_SECONDS * 1_000);
  },
});
