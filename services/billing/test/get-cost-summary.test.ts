import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage } from './books.ts';

describe('getCostSummary', () => {
  let stage: BillingStage;
  const board = boardActor();
  beforeAll(async () => {
    stage = await openStage(billingService);
  });
  afterAll(() => stage.close());

  it('shows the spend of this month against the budget', async () => {
    const { companyId } = await stage.given.company({ budgetMonthlyCents: 300 });
    const { agentId } = await stage.given.agent(companyId);
    const { month } = await stage.as(board).recordCost(aCost(companyId, agentId, 70));
    await stage.as(board).recordCost(aCost(companyId, agentId, 30));
    expect(await stage.as(agentActor(companyId)).getCostSummary({ companyId })).toEqual({
      companyId,
      currency: 'USD',
      month,
      spendCents: 100,
      budgetCents: 300,
      utilizationPercent: 33.33,
      spentMonthlyCents: 100,
      budgetMonthlyCents: 300,
      reservedCents: 0,
      unknownCents: 0,
      estimatedCents: 0,
      unknownEvents: 0,
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      events: 2,
      unusualRunsLastDay: 0,
    });
  });

  it('is all zeros for a company without costs and limit', async () => {
    const { companyId } = await stage.given.company();
    expect(await stage.as(board).getCostSummary({ companyId })).toMatchObject({
      spendCents: 0,
      budgetCents: 0,
      utilizationPercent: 0,
    });
  });

  it('sums the costs of a window', async () => {
    const { companyId } = await stage.given.company({ budgetMonthlyCents: 100 });
    const { agentId } = await stage.given.agent(companyId);
    const at = (occurredAt: string, cents: number) =>
      stage.as(board).recordCost({ ...aCost(companyId, agentId, cents), occurredAt });
    await at('2026-01-01T00:00:00.000Z', 1);
    await at('2026-01-02T00:00:00.000Z', 10);
    await at('2026-01-03T00:00:00.000Z', 100);
    const summary = (from?: string, to?: string) =>
      stage.as(board).getCostSummary({ companyId, ...(from && { from }), ...(to && { to }) });
    const window = await summary('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z');
    expect(window).toMatchObject({ spendCents: 11, utilizationPercent: 11, spentMonthlyCents: 0 });
    expect((await summary('2026-01-02T00:00:00Z')).spendCents).toBe(110);
    expect((await summary(undefined, '2026-01-02T00:00:00Z')).spendCents).toBe(1);
  });

  it('hides companies that the caller does not belong to', async () => {
    const { companyId } = await stage.given.company();
    const refused = { code: 'company_not_found' };
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.getCostSummary({ companyId })).rejects.toMatchObject(refused);
    const unknown = stage.as(board).getCostSummary({ companyId: newId() });
    await expect(unknown).rejects.toMatchObject(refused);
  });
});
