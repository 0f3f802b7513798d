/** Billing: what was spent, what may be spent. */
import { billing } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { billingConfig } from './config.ts';
import { startJobs } from './jobs/start.ts';
import { billingMetrics } from './metrics.ts';
import { exportCosts } from './operations/export-costs.ts';
import { getCostSummary } from './operations/get-cost-summary.ts';
import { listCostsByAgent } from './operations/list-costs-by-agent.ts';
import { listCostsByDay } from './operations/list-costs-by-day.ts';
import { listCostsByIssue } from './operations/list-costs-by-issue.ts';
import { listCostsByModel } from './operations/list-costs-by-model.ts';
import { listCostsByProject } from './operations/list-costs-by-project.ts';
import { listCosts } from './operations/list-costs.ts';
import { locate } from './operations/locate.ts';
import { recordCost } from './operations/record-cost.ts';
import { reserveRun } from './operations/reserve-run.ts';
import { bookUsageOfRun } from './reactions/book-usage-of-run.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepGoals } from './reactions/keep-goals.ts';
import { keepIssues } from './reactions/keep-issues.ts';
import { keepProjects } from './reactions/keep-projects.ts';
import { keepRoster } from './reactions/keep-roster.ts';

export const billingService = defineService({
  contract: billing,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    recordCost,
    getCostSummary,
    listCostsByAgent,
    listCostsByProject,
    listCostsByIssue,
    listCostsByModel,
    listCostsByDay,
    listCosts,
    exportCosts,
    reserveRun,
  },
  reactions: {
    keepCompanies, keepRoster, keepIssues, keepProjects, keepGoals, bookUsageOfRun,
  },
  locate,
  config: billingConfig,
  metrics: billingMetrics,
  start: async (runtime) => startJobs(runtime, billingConfig.parse(runtime.config)),
});
