/** The billing service: costs and budgets. */
import { billing } from '@muster/contracts';
import { agentsIn, defineService, eraseCompanyOfOwner } from '@muster/service-kit';
import { agedRows } from './aged-rows.ts';
import { copiedThings } from './copied-things.ts';
import { restoreBudgets } from './bulk-effects/restore-budgets.ts';
import { billingConfig, billingConfigOf } from './config.ts';
import { openParts } from './local-signals.ts';
import { locate } from './locate.ts';
import { billingMetrics } from './metrics.ts';
import { exportCosts } from './operations/export-costs.ts';
import { getCostSummary } from './operations/get-cost-summary.ts';
import { listCostsByAgent } from './operations/list-costs-by-agent.ts';
import { listCostsByDay } from './operations/list-costs-by-day.ts';
import { listCostsByIssue } from './operations/list-costs-by-issue.ts';
import { listCostsByModel } from './operations/list-costs-by-model.ts';
import { listCostsByProject } from './operations/list-costs-by-project.ts';
import { listCosts } from './operations/list-costs.ts';
import { listCostsOfIssue } from './operations/list-costs-of-issue.ts';
import { listCostsOfRun } from './operations/list-costs-of-run.ts';
import { recordCost } from './operations/record-cost.ts';
import { reserveRun } from './operations/reserve-run.ts';
import { voidCost } from './operations/void-cost.ts';
import { bookUsageOfRun } from './reactions/book-usage-of-run.ts';
import { copyCompanies } from './reactions/copy-companies.ts';
import { copyGoals } from './reactions/copy-goals.ts';
import { copyIssues } from './reactions/copy-issues.ts';
import { copyProjects } from './reactions/copy-projects.ts';
import { copyRoster } from './reactions/copy-roster.ts';
import { startBackground } from './start-background.ts';

export const billingService = defineService({
  contract: billing,
  companyUsage: { 'cost.recorded': ['cost_cents', ({ costCents }) => costCents] },
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    recordCost,
    voidCost,
    getCostSummary,
    listCostsByAgent,
    listCostsByProject,
    listCostsByIssue,
    listCostsByModel,
    listCostsByDay,
    listCosts,
    exportCosts,
    listCostsOfRun,
    listCostsOfIssue,
    reserveRun,
  },
  reactions: {
    copyCompanies,
    eraseCompanyOfOwner,
    copyRoster,
    copyIssues,
    copyProjects,
    copyGoals,
    bookUsageOfRun,
  },
  bulkEffects: [restoreBudgets],
  erasure: { agentsOf: agentsIn('agents') },
  locate,
  copiedThings,
  agedRows,
  config: billingConfig,
  metrics: billingMetrics,
  open: openParts,
  start: async (runtime, parts) => startBackground(runtime, billingConfigOf(runtime), parts),
});
