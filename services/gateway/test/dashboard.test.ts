import {
  agents,
  approvals,
  billing,
  Dashboard,
  issues,
  Refusal,
  scheduler,
} from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const team = {
  total: 6,
  active: 3,
  idle: 1,
  running: 2,
  paused: 1,
  error: 1,
  pendingApproval: 1,
};
const stale = {
  count: 21,
  issues: [
    {
      id: newId(),
      identifier: 'ACM-7',
      title: 'Count',
      assigneeAgentId: newId(),
      startedAt: '2026-11-20T18:12:00.000Z',
      lastActivityAt: '2026-11-20T18:12:00.000Z',
    },
  ],
};
const companyId = newId();
const storage = { bytes: 1_000, bytesMost: 4_000, rows: 3, rowsMost: 0 };
/** A company that the agents service knows and billing does not know yet. */
const newCompany = newId();

const parts = [
  stubOf(agents, { countAgents: async () => team }),
  stubOf(issues, {
    countIssues: async () => ({
      byStatus: {
        backlog: 1,
        todo: 2,
        in_progress: 3,
        in_review: 4,
        blocked: 5,
        done: 6,
        cancelled: 7,
      },
      stale,
    }),
  }),
  stubOf(billing, {
    getCostSummary: async ({ companyId: requested }) => {
      if (requested === newCompany) throw new Refusal('company_not_found');
      return {
        companyId: requested,
        month: '2026-11',
        spendCents: 40,
        budgetCents: 160,
        utilizationPercent: 25,
        spentMonthlyCents: 40,
        budgetMonthlyCents: 160,
        unknownCents: 0,
        estimatedCents: 15,
        unknownEvents: 1,
        unusualRunsLastDay: 2,
        inputTokens: 0,
        cachedInputTokens: 0,
        outputTokens: 0,
        events: 1,
      };
    },
  }),
  stubOf(approvals, { countPendingApprovals: async () => ({ pending: 2, storage }) }),
];
const runsPart = stubOf(scheduler, {
  countRuns: async () => ({ live: 3, failedLastDay: 1, usageIgnoredLastDay: 2 }),
});

let server: TestGateway;
let others: RunningService[];
let runs: RunningService;
beforeAll(async () => {
  server = await openGateway();
  others = await Promise.all(parts.map((start) => start(server.stage.env)));
  runs = await runsPart(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await Promise.all(others.map((other) => other.stop()));
});

const dashboard = (id = companyId) => server.call(`GET /api/companies/${id}/dashboard`);

describe('the dashboard', () => {
  it('combines the counts of all services', async () => {
    const { status, body } = await dashboard();
    expect(status).toBe(200);
    expect(Dashboard.strict().parse(body)).toEqual({
      companyId,
      agents: team,
      tasks: {
        open: 15,
        backlog: 1,
        todo: 2,
        inProgress: 3,
        inReview: 4,
        blocked: 5,
        done: 6,
        cancelled: 7,
      },
      costs: {
        monthSpendCents: 40,
        monthBudgetCents: 160,
        monthUtilizationPercent: 25,
        monthEstimatedCents: 15,
        monthUnknownEvents: 1,
        unusualRunsLastDay: 2,
      },
      pendingApprovals: 2,
      staleTasks: stale,
      runs: { live: 3, failedLastDay: 1, usageIgnoredLastDay: 2 },
      // The others are of the release before.
      storage: [{ service: 'approvals', ...storage }],
    });
  });

  it('is retryable while a service does not know a new company yet', async () => {
    expect(await dashboard(newCompany)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', retryable: true, details: { service: 'billing' } },
    });
  });

  it('is refused if one service is unavailable', async () => {
    await runs.stop();
    const refused = await dashboard();
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', details: { service: 'scheduler' } },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
  });
});
