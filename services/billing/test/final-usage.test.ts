/** What is booked of a live run is provisional: the total of its program counts once it has ended. */
import { type CompanySnapshot, type Usage } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listRecentDifferences } from '../src/background/audit-books.ts';
import { billingService } from '../src/service.ts';
import {
  eventsOf,
  finishRun,
  givenIssue,
  monthsOf,
  reportUsage,
  typesOf,
  type BillingStage,
} from './books.ts';

/** At 2,000 cents for a million tokens of an unknown price. */
const CHARGE_OF_A_MILLION = 2_000;

describe('the usage of a run', () => {
  let stage: BillingStage;
  let company: CompanySnapshot;
  let companyId: string;
  let agentId: string;
  let runId: string;
  const client = () => stage.as(boardActor());

  beforeAll(async () => {
    stage = await openStage(billingService);
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    company = await stage.given.company();
    ({ companyId } = company);
    ({ agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 1_000 }));
    runId = newId();
  });

  const reports = (usage: Partial<Usage>) =>
    reportUsage(stage, { companyId, agentId, runId, usage });
  const ends = (usage: Partial<Usage>, status: 'succeeded' | 'lost' = 'succeeded') =>
    finishRun(stage, { companyId, agentId, runId, usage }, status);
  const reportsLate = (usage: Partial<Usage>) =>
    reportUsage(stage, { companyId, agentId, runId, usage }, 'lost');
  const unpriced = (inputTokens: number) => ({ costCents: null, inputTokens });
  const costs = () => client().listCosts({ companyId, runId });
  const spent = async () => (await monthsOf(stage, agentId))[0];

  /** Every sum is the sum of the bookings. */
  const expectBalance = async () => {
    const now = new Date().toISOString();
    expect(await listRecentDifferences(stage.service.runtime, companyId, now)).toEqual([]);
  };

  it('is charged as unknown while it runs, and booked at the price that its end names', async () => {
    await reports(unpriced(100_000));
    await reports(unpriced(200_000));
    expect(await spent()).toMatchObject({ spentCents: 400 });
    await ends({ costCents: 18, inputTokens: 210_000, model: 'm-1' });
    await stage.redeliver();
    expect(await spent()).toMatchObject({ spentCents: 18 });
    expect(await client().getCostSummary({ companyId })).toMatchObject({
      spendCents: 18,
      unknownCents: 0,
      estimatedCents: 0,
    });
    expect(await client().listCostsOfRun({ companyId, runId })).toMatchObject({
      costCents: 18,
      unknownCents: 0,
      unknownEvents: 0,
      inputTokens: 210_000,
    });
    const [model] = await client().listCostsByModel({ companyId });
    expect(model).toMatchObject({ costCents: 18, unknownEvents: 0 });
    await expectBalance();
  });

  it('keeps its provisional costs, which one void for each model has taken back', async () => {
    await reports(unpriced(100_000));
    await reports(unpriced(200_000));
    await ends({ costCents: 18, inputTokens: 200_000 });
    const booked = await costs();
    expect(booked.map(({ costCents }) => costCents).toSorted((a, b) => a - b)).toEqual([
      -400, 18, 200, 200,
    ]);
    const own = booked.find(({ costCents }) => costCents < 0);
    const provisional = booked.filter(({ costCents }) => costCents === 200);
    expect(own).toMatchObject({ voidsCostId: provisional[0]?.id, inputTokens: -200_000 });
    for (const { id: costId, voidedByCostId } of provisional) {
      expect(voidedByCostId).toBe(own?.id);
      await expect(client().voidCost({ companyId, costId, reason: 'again' })).rejects.toMatchObject(
        { code: 'cost_already_voided' },
      );
    }
  });

  it('restores the budget that only a provisional charge had exhausted, once', async () => {
    await reports(unpriced(1_000_000));
    await ends({ costCents: 18, inputTokens: 1_000_000 });
    const events = (await eventsOf(stage, agentId)).filter(({ type }) =>
      type.startsWith('budget.'),
    );
    expect(typesOf(events)).toEqual(['budget.warned', 'budget.exhausted', 'budget.restored']);
    expect(events[2]?.payload).toMatchObject({ spentCents: 18 });
  });

  it('announces no budget as restored that its total exhausts as well', async () => {
    await reports(unpriced(1_000_000));
    await ends({ costCents: 1_500, inputTokens: 1_000_000 });
    expect(typesOf(await eventsOf(stage, agentId))).toEqual(['budget.warned', 'budget.exhausted']);
    expect(await spent()).toMatchObject({ spentCents: 1_500 });
  });

  it('is corrected by what a lost run reports later', async () => {
    await stage.as(serviceActor()).reserveRun({ companyId, agentId, runId, ttlSeconds: 60 });
    await reports(unpriced(1_000_000));
    await ends(unpriced(1_000_000), 'lost');
    expect(await spent()).toMatchObject({ spentCents: CHARGE_OF_A_MILLION, reservedCents: 0 });
    await reportsLate({ costCents: 18, inputTokens: 1_000_000 });
    expect(await spent()).toMatchObject({ spentCents: 18, reservedCents: 0 });
    await reportsLate({ costCents: 30, inputTokens: 1_200_000 });
    await stage.redeliver();
    expect(await spent()).toMatchObject({ spentCents: 30, reservedCents: 0 });
    await expectBalance();
  });

  it('becomes measured where it was an estimate, and is corrected twice if need be', async () => {
    await reports({ costCents: 50, priceStatus: 'estimated', inputTokens: 9 });
    await ends({ costCents: 40, priceStatus: 'estimated', inputTokens: 9 });
    await reportsLate({ costCents: 60, inputTokens: 9 });
    expect(await spent()).toMatchObject({ spentCents: 60 });
    expect(await client().listCostsOfRun({ companyId, runId })).toMatchObject({
      costCents: 60,
      estimatedCents: 0,
    });
    await expectBalance();
  });

  it('is unknown for the tokens of an unlisted model only', async () => {
    const issueId = await givenIssue(stage, companyId);
    const parts = {
      priced: {
        model: 'listed',
        costCents: 30,
        priceStatus: 'estimated',
        inputTokens: 1_000_000,
        outputTokens: 0,
        cachedInputTokens: 0,
      },
      unpriced: { model: 'new', inputTokens: 10_000, outputTokens: 0, cachedInputTokens: 0 },
    } as const;
    const usage = { ...unpriced(1_010_000), model: 'listed', parts };
    await reportUsage(stage, { companyId, agentId, runId, issueId, usage });
    expect(await spent()).toMatchObject({ spentCents: 50 });
    await finishRun(stage, { companyId, agentId, runId, issueId, usage });
    await stage.redeliver();
    expect(await spent()).toMatchObject({ spentCents: 50 });
    expect(await client().listCostsOfRun({ companyId, runId })).toMatchObject({
      costCents: 50,
      estimatedCents: 30,
      unknownCents: 20,
      unknownEvents: 1,
      inputTokens: 1_010_000,
    });
    const models = await client().listCostsByModel({ companyId });
    expect(models.map(({ model, costCents }) => [model, costCents])).toEqual([
      ['listed', 30],
      ['new', 20],
    ]);
    await expectBalance();
  });

  it('is taken back in the month of its provisional costs', async () => {
    await reports(unpriced(100_000));
    await moveToMonthBefore();
    await ends({ costCents: 18, inputTokens: 100_000 });
    expect((await monthsOf(stage, agentId)).map(({ spentCents }) => spentCents)).toEqual([0, 18]);
    await expectBalance();
  });

  /** As if what is booked had occurred a month ago. */
  const moveToMonthBefore = async () => {
    const before = `to_char(now() - interval '1 month', 'YYYY-MM')`;
    for (const text of [
      `update cost_events set month = ${before}, occurred_at = occurred_at - interval '1 month'
      where company_id = $1`,
      `update agent_months set month = ${before} where company_id = $1`,
      `update company_months set month = ${before} where company_id = $1`,
      `update cost_sums set starts_on = case grain when 'month' then (${before} || '-01')::date
        else (now() - interval '1 month')::date end
      where company_id = $1`,
    ]) {
      await stage.db.run({ text, values: [companyId] });
    }
  };

  it('counts what was charged at an unknown price, also where its end names one', async () => {
    const counted = async (): Promise<number> => {
      const text = await stage.service.runtime.metrics.registry.metrics();
      return Number(/^muster_cost_unknown_cents_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await counted();
    await reports(unpriced(100_000));
    await ends({ costCents: 18, inputTokens: 100_000 });
    expect(await counted()).toBe(before + 200);
  });
});
