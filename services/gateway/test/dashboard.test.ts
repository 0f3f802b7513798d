import {
  agents, approvals, billing, Dashboard, issues, Refusal, scheduler,
} from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';
import { standIn } from './stand-in.ts';

const team = {
  total: 6, active: 3, idle: 1, running: 2, paused: 1, error: 1, pendingApproval: 1,
};
const stale = {
  count: 21,
  issues: [{
    id: newId(), identifier: 'ACM-7', title: 'Count', assigneeAgentId: newId(),
    startedAt: '2026-11-20T18:12:00.000Z', lastActivityAt: '2026-11-20T18:12:00.000Z',
  }],
};
const companyId = newId();
/** A company that agents knows and billing has not heard of yet. */
const founded = newId();

const parts = [
  standIn(agents, { countAgents: async () => team }),
  standIn(issues, {
    countIssues: async () => ({
      byStatus: {
        backlog: 1, todo: 2, in_progress: 3, in_review: 4, blocked: 5, done: 6, cancelled: 7,
      },
      stale,
    }),
  }),
  standIn(billing, {
    getCostSummary: async ({ companyId: asked }) => {
      if (asked === founded) throw new Refusal('company_not_found');
      return {
        companyId: asked, month: '2026-11', spendCents: 40, budgetCents: 160,
        utilizationPercent: 25, spentMonthlyCents: 40, budgetMonthlyCents: 160, unknownCents: 0,
        inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, events: 1,
      };
    },
  }),
  standIn(approvals, { countPendingApprovals: async () => ({ pending: 2 }) }),
];
const runsPart = standIn(scheduler, {
  countRuns: async () => ({ live: 3, failedLastDay: 1 }),
});

let door: OpenDoor;
let others: RunningService[];
let runs: RunningService;
beforeAll(async () => {
  door = await openDoor();
  others = await Promise.all(parts.map((start) => start(door.stage.env)));
  runs = await runsPart(door.stage.env);
});
afterAll(async () => {
  await door.close();
  await Promise.all(others.map((other) => other.stop()));
});

const dashboard = (id = companyId) => door.call(`GET /api/companies/${id}/dashboard`);

describe('the dashboard', () => {
  it('is put together of what every service has counted', async () => {
    const { status, body } = await dashboard();
    expect(status).toBe(200);
    expect(Dashboard.strict().parse(body)).toEqual({
      companyId,
      agents: team,
      tasks: {
        open: 15, backlog: 1, todo: 2, inProgress: 3, inReview: 4, blocked: 5, done: 6,
        cancelled: 7,
      },
      costs: { monthSpendCents: 40, monthBudgetCents: 160, monthUtilizationPercent: 25 },
      pendingApprovals: 2,
      staleTasks: stale,
      runs: { live: 3, failedLastDay: 1 },
    });
  });

  it('of a company that is not everywhere known yet can be asked for again', async () => {
    expect(await dashboard(founded)).toMatchObject({
      status: 503, body: { code: 'unavailable', retryable: true, details: { service: 'billing' } },
    });
  });

  it('is not there when a part of it is not', async () => {
    await runs.stop();
    const refused = await dashboard();
    expect(refused).toMatchObject({
      status: 503, body: { code: 'unavailable', details: { service: 'scheduler' } },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
  });
});
