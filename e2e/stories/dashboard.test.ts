import { agents, approvals, billing, Dashboard } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

it('the dashboard counts everything that has just happened', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board, { budgetMonthlyCents: 1_000 });
  const { agent, caller } = await addAgentWithKey(world(), companyId);
  await board.call(agents, 'hireAgent', { companyId, name: 'Eve' });
  const taken = await addIssue(board, companyId);
  await addIssue(board, companyId);
  await addIssue(board, companyId, { status: 'backlog' });
  await caller.post(`/api/issues/${taken.id}/checkout`, {
    agentId: agent.id,
    expectedStatuses: ['todo'],
  });
  await board.call(billing, 'recordCost', {
    companyId,
    agentId: agent.id,
    costCents: 250,
    provider: 'p',
    model: 'm',
  });
  await caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: {},
  });
  const { status, body } = await caller.get(`/api/companies/${companyId}/dashboard`);
  expect(status).toBe(200);
  expect(Dashboard.parse(body)).toEqual({
    companyId,
    agents: {
      total: 2,
      active: 1,
      idle: 1,
      running: 0,
      paused: 0,
      error: 0,
      pendingApproval: 1,
    },
    tasks: {
      open: 3,
      backlog: 1,
      todo: 1,
      inProgress: 1,
      inReview: 0,
      blocked: 0,
      done: 0,
      cancelled: 0,
      unassigned: 2,
    },
    costs: {
      monthSpendCents: 250,
      monthBudgetCents: 1_000,
      monthUtilizationPercent: 25,
      monthEstimatedCents: 0,
      monthUnknownEvents: 0,
      unusualRunsLastDay: 0,
    },
    // The hire waits for the board as well.
    pendingApprovals: 2,
    staleTasks: { count: 0, issues: [] },
    runs: {
      live: 0,
      failedLastDay: 0,
      usageIgnoredLastDay: 0,
      agentsHeldForQuota: 0,
      quotasNearlyUsedLastDay: 0,
    },
    storage: ['agents', 'issues', 'approvals', 'scheduler'].map((service) => ({
      service,
      bytes: expect.any(Number) as number,
      bytesMost: 51_200 * 1_048_576,
      rows: expect.any(Number) as number,
      rowsMost: 50_000_000,
    })),
  });
});
