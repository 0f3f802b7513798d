/** How a company is doing, at one look: counts of agents, work, money, approvals and runs. */
import { z } from 'zod';
import { AgentCounts } from './agents-records.ts';
import { operation } from './define.ts';
import { StaleIssues } from './issues-records.ts';
import { RunCounts } from './scheduler.ts';
import { Id, PathId } from './vocabulary.ts';

const Count = z.int().min(0);

export const Dashboard = z.object({
  companyId: Id,
  agents: AgentCounts,
  tasks: z.object({
    /** Everything that is neither done nor cancelled. */
    open: Count,
    backlog: Count,
    todo: Count,
    inProgress: Count,
    inReview: Count,
    blocked: Count,
    done: Count,
    cancelled: Count,
  }),
  costs: z.object({
    monthSpendCents: z.int(),
    /** 0 is no limit. */
    monthBudgetCents: z.int(),
    monthUtilizationPercent: z.number(),
  }),
  pendingApprovals: Count,
  staleTasks: StaleIssues,
  runs: RunCounts,
});
export type Dashboard = z.output<typeof Dashboard>;

export const composedDashboard = {
  getDashboard: operation({
    http: 'GET /api/companies/:companyId/dashboard',
    summary: 'How a company is doing. 503 when a part cannot be had: it is whole or not there.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId }),
    output: Dashboard,
    refusals: [],
  }),
} as const;
