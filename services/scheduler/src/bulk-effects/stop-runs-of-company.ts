/**
 * Stops the live runs of a company that was stopped or archived, or whose budget is spent. The runs that are
 * left to later steps cost nothing new meanwhile: no run starts in an archived company, and none gets
 * a reservation without a budget.
 */
import type { scheduler } from '@muster/contracts';
import { restAfter, type BulkEffect } from '@muster/service-kit';
import { endReasons, type EndReason } from '../domain/run-endings.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { stopNextRuns } from '../runs/end-runs.ts';
import { isActive, isArchived } from '../store/companies.ts';

/** Runs of one step; each is an event, and its wake-ups end with it. */
export const RUNS_PER_STEP = 200;

export const companyBudgetSpent: EndReason = {
  errorCode: 'budget',
  error: 'The budget of the company is spent',
};

/** Ends when the budget is restored: see `releaseHoldsOfRestoredBudget`. */
export const stopRunsOfSpentCompany: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'stop_runs_of_spent_company',
  step: async (context, { companyId }) =>
    restAfter(
      await stopNextRuns(context, companyId, companyBudgetSpent, RUNS_PER_STEP),
      RUNS_PER_STEP,
    ),
};

/** Runs that start after the company is active again are not concerned. */
export const stopRunsOfStoppedCompany: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'stop_runs_of_stopped_company',
  step: async (context, { companyId }) => {
    if (await isActive(context.db, companyId)) return 'nothing';
    const reason = endReasons.companyStopped;
    return restAfter(await stopNextRuns(context, companyId, reason, RUNS_PER_STEP), RUNS_PER_STEP);
  },
};

export const stopRunsOfArchivedCompany: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'stop_runs_of_archived_company',
  step: async (context, { companyId }) => {
    if (!(await isArchived(context.db, companyId))) return 'nothing';
    const reason = endReasons.companyArchived;
    return restAfter(await stopNextRuns(context, companyId, reason, RUNS_PER_STEP), RUNS_PER_STEP);
  },
};
