/** The dashboard of a company: counts of agents, issues, costs, approvals and runs. */
import { z } from 'zod';
import { AgentCounts } from '../agents/records.ts';
import { operation } from '../define.ts';
import { StaleIssues } from '../issues/snapshots.ts';
import { RunCounts } from '../scheduler/contract.ts';
import { Storage, storageOwners } from '../storage-quota.ts';
import { Id, PathId } from '../vocabulary.ts';

const Count = z.int().min(0);

export const Dashboard = z.object({
  companyId: Id,
  agents: AgentCounts,
  tasks: z.object({
    /** Issues that are neither done nor cancelled. */
    open: Count,
    backlog: Count,
    todo: Count,
    inProgress: Count,
    inReview: Count,
    blocked: Count,
    done: Count,
    cancelled: Count,
    /** Open issues without an assignee, of which no agent is woken; 10,000 at most. */
    unassigned: Count.optional(),
  }),
  costs: z.object({
    monthSpendCents: z.int(),
    /** 0 is no limit. */
    monthBudgetCents: z.int(),
    monthUtilizationPercent: z.number(),
    /** The part of the spend that is estimated, and how many costs have no known price. */
    monthEstimatedCents: z.int().optional(),
    monthUnknownEvents: z.int().optional(),
    /** Runs of the last 24 hours that cost far more than those of their agent before them. */
    unusualRunsLastDay: z.int().optional(),
  }),
  pendingApprovals: Count,
  staleTasks: StaleIssues,
  runs: RunCounts,
  /** What the company stores in each service, and the most that it may; absent of the release before. */
  storage: z.array(Storage.extend({ service: z.enum(storageOwners) })).optional(),
});
export type Dashboard = z.output<typeof Dashboard>;

export const composedDashboard = {
  getDashboard: operation({
    http: 'GET /api/companies/:companyId/dashboard',
    summary: 'The dashboard of a company; 503 if a service cannot answer for its part.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId }),
    output: Dashboard,
    refusals: [],
  }),
} as const;
