/** Combines the counts of the services into one dashboard. */
import type {
  agents,
  approvals,
  billing,
  Dashboard,
  issues,
  Output,
  scheduler,
} from '@muster/contracts';

export interface DashboardCounts {
  readonly companyId: string;
  readonly team: Output<typeof agents, 'countAgents'>;
  readonly work: Output<typeof issues, 'countIssues'>;
  readonly costs: Output<typeof billing, 'getCostSummary'>;
  readonly waiting: Output<typeof approvals, 'countPendingApprovals'>;
  readonly runs: Output<typeof scheduler, 'countRuns'>;
}

export function dashboardOf({
  companyId,
  team,
  work,
  costs,
  waiting,
  runs,
}: DashboardCounts): Dashboard {
  const { backlog, todo, in_progress, in_review, blocked, done, cancelled } = work.byStatus;
  return {
    companyId,
    agents: team,
    tasks: {
      open: backlog + todo + in_progress + in_review + blocked,
      backlog,
      todo,
      inProgress: in_progress,
      inReview: in_review,
      blocked,
      done,
      cancelled,
      unassigned: work.unassigned,
    },
    costs: {
      monthSpendCents: costs.spentMonthlyCents,
      monthBudgetCents: costs.budgetMonthlyCents,
      monthUtilizationPercent: costs.utilizationPercent,
      monthEstimatedCents: costs.estimatedCents,
      monthUnknownEvents: costs.unknownEvents,
      unusualRunsLastDay: costs.unusualRunsLastDay,
    },
    pendingApprovals: waiting.pending,
    staleTasks: work.stale,
    runs,
  };
}
