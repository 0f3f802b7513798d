import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, finishRun, monthsOf, type BillingStage } from './books.ts';

let stage: BillingStage;
beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());

it('refuses an implausible cost from an agent and books it for the board', async () => {
  const { companyId } = await stage.given.company();
  const { agentId } = await stage.given.agent(companyId);
  const board = boardActor();
  const caller = stage.as(agentActor(companyId, { id: agentId }));
  const { costCents: _, ...unpriced } = aCost(companyId, agentId, 0);
  const implausible = [
    { ...aCost(companyId, agentId, 1_000_001), eventId: 'huge' },
    { ...unpriced, cachedInputTokens: 5_000_000_001 },
  ];
  for (const report of implausible) {
    await expect(caller.recordCost(report)).rejects.toMatchObject({
      code: 'cost_implausible',
      status: 422,
      retryable: false,
      hint: expect.stringContaining('POST /api/companies/:companyId/approvals'),
      details: { field: 'costCents', costCents: 1_000_001, maxCents: 1_000_000 },
    });
  }
  expect(await monthsOf(stage, agentId)).toEqual([]);
  expect(await caller.recordCost(aCost(companyId, agentId, 1_000_000))).toBeDefined();
  for (const report of implausible) {
    expect((await stage.as(board).recordCost(report)).costCents).toBe(1_000_001);
  }
  expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 3_000_002 }]);
});

it('refuses a cost below zero, and any cost from a user without manage_budgets', async () => {
  const { companyId } = await stage.given.company();
  const { agentId } = await stage.given.agent(companyId);
  await expect(
    stage.as(agentActor(companyId, { id: agentId })).recordCost(aCost(companyId, agentId, -1)),
  ).rejects.toMatchObject({ status: 400, details: [{ path: ['costCents'] }] });
  // A token with `mayDecide: false` acts as an operator without permissions.
  const operator = boardActor({ companies: [{ companyId, role: 'operator', permissions: [] }] });
  await expect(stage.as(operator).recordCost(aCost(companyId, agentId, 1))).rejects.toMatchObject({
    code: 'permission_missing',
  });
  expect(await monthsOf(stage, agentId)).toEqual([]);
});

it('books no more than that for the usage of one run', async () => {
  const { companyId } = await stage.given.company();
  const { agentId } = await stage.given.agent(companyId);
  const usage = { costCents: 1_000_000_000, provider: 'acme', model: 'm-1' };
  await finishRun(stage, { companyId, agentId, runId: newId(), usage });
  expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 1_000_000 }]);
});
