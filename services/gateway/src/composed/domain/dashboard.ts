/** Combines the counts of the services into one dashboard. */
import {
  storageOwners,
  type agents,
  type approvals,
  type billing,
  type Dashboard,
  type issues,
  type Output,
  type scheduler,
  type Storage,
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
    agents: withoutStorage(team),
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
    runs: withoutStorage(runs),
    storage: storageOf({ agents: team, issues: work, approvals: waiting, scheduler: runs }),
  };
}

type Counted = Readonly<
  Record<(typeof storageOwners)[number], { readonly storage?: Storage | undefined }>
>;

/** Without services of the release before. */
const storageOf = (counted: Counted): Dashboard['storage'] =>
  storageOwners.flatMap((service) => {
    const { storage } = counted[service];
    return storage ? [{ service, ...storage }] : [];
  });

const withoutStorage = <T extends { storage?: unknown }>({
  storage: _elsewhere,
  ...counts
}: T): Omit<T, 'storage'> => counts;
