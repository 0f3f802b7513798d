import { billing, type CompanySnapshot } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, clientAs, openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDifferences } from '../src/store/audits.ts';
import { billingService } from '../src/service.ts';
import {
  aCost,
  changeCompany,
  eventsOf,
  finishRun,
  givenIssue,
  monthsOf,
  reportUsage,
  typesOf,
  type BillingStage,
} from './books.ts';

const board = boardActor();
const reason = 'booked twice';
let stage: BillingStage;
let company: CompanySnapshot;
let companyId: string;
beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  company = await stage.given.company();
  ({ companyId } = company);
});

const givenAgent = async (budgetMonthlyCents = 0): Promise<string> =>
  (await stage.given.agent(companyId, { budgetMonthlyCents })).agentId;
const record = (agentId: string, costCents: number, more: object = {}) =>
  stage.as(board).recordCost({ ...aCost(companyId, agentId, costCents), ...more });
const voidCost = (costId: string, because = reason) =>
  stage.as(board).voidCost({ companyId, costId, reason: because });
const differencesIn = (month: string) => listDifferences(stage.db, companyId, month);

describe('voidCost', () => {
  it('books the opposite of a cost into its month, its lists and its sums', async () => {
    const agentId = await givenAgent(1_000);
    const issueId = await givenIssue(stage, companyId);
    const tokens = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 0 };
    const cost = await record(agentId, 300, { ...tokens, issueId, billingCode: 'ops' });
    await record(agentId, 20);
    const voided = await voidCost(cost.id);
    expect(voided).toMatchObject({
      agentId,
      issueId,
      billingCode: 'ops',
      costCents: -300,
      inputTokens: -7,
      outputTokens: -3,
      cachedInputTokens: 0,
      month: cost.month,
      occurredAt: cost.occurredAt,
      voidsCostId: cost.id,
      voidReason: reason,
      budget: { limitCents: 1_000, spentCents: 20, remainingCents: 980, stop: false },
    });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 20 }]);
    const asBoard = stage.as(board);
    const twenty = { costCents: 20, inputTokens: 0, outputTokens: 0, events: 3 };
    expect(await asBoard.getCostSummary({ companyId })).toMatchObject({
      spendCents: 20,
      inputTokens: 0,
      events: 3,
    });
    expect(await asBoard.listCostsByAgent({ companyId })).toMatchObject([twenty]);
    expect(await asBoard.listCostsByModel({ companyId })).toMatchObject([twenty]);
    expect(await asBoard.listCostsByDay({ companyId })).toMatchObject([twenty]);
    expect(await asBoard.listCostsByIssue({ companyId })).toMatchObject([
      { issueId: null, costCents: 20 },
      { issueId, costCents: 0, events: 2 },
    ]);
    const inOrder = await asBoard.exportCosts({ companyId, issueId });
    expect(inOrder).toMatchObject([
      { id: cost.id, costCents: 300, voidedByCostId: voided.id },
      { id: voided.id, costCents: -300, voidsCostId: cost.id, voidReason: reason },
    ]);
    const window = { companyId, from: cost.occurredAt };
    expect((await asBoard.getCostSummary(window)).spendCents).toBe(20);
    expect(await differencesIn(cost.month)).toEqual([]);
  });

  it('emits the void and the new sums, with who did it', async () => {
    const agentId = await givenAgent();
    const cost = await record(agentId, 300);
    const voided = await voidCost(cost.id);
    expect(await eventsOf(stage, voided.id)).toMatchObject([
      {
        type: 'cost.recorded',
        payload: {
          costCents: -300,
          agentSpentCents: 0,
          companySpentCents: 0,
          voidsCostId: cost.id,
        },
      },
    ]);
    expect(await eventsOf(stage, cost.id)).toMatchObject([
      { type: 'cost.recorded' },
      {
        type: 'cost.voided',
        actorType: 'user',
        actorId: board.id,
        payload: { voidCostEventId: voided.id, agentId, costCents: 300, reason },
      },
    ]);
  });

  it('restores the budgets that fall below their limits, and no others', async () => {
    await changeCompany(stage, company, { budgetMonthlyCents: 200 });
    const agentId = await givenAgent(100);
    const costs = [await record(agentId, 150), await record(agentId, 60)];
    expect(costs[1]?.budget.stop).toBe(true);
    const types = ['budget.warned', 'budget.exhausted'];
    const { budget } = await voidCost(costs[1]?.id ?? '');
    expect(budget).toMatchObject({ spentCents: 150, stop: true });
    expect(typesOf(await eventsOf(stage, agentId))).toEqual(types);
    expect(typesOf(await eventsOf(stage, companyId))).toEqual([...types, 'budget.restored']);
    await voidCost(costs[0]?.id ?? '');
    const events = await eventsOf(stage, agentId);
    expect(typesOf(events)).toEqual([...types, 'budget.restored']);
    expect(events[2]?.payload).toMatchObject({ scope: 'agent', spentCents: 0, limitCents: 100 });
    const again = await record(agentId, 100);
    expect(again.budget.stop).toBe(true);
    expect(typesOf(await eventsOf(stage, agentId))).toEqual([
      ...types,
      'budget.restored',
      ...types,
    ]);
  });

  it('counts in the month of the cost, and restores nothing of this month', async () => {
    const agentId = await givenAgent(100);
    const occurredAt = '2026-01-15T12:00:00.000Z';
    const late = await record(agentId, 500, { occurredAt });
    await record(agentId, 100);
    expect((await voidCost(late.id)).month).toBe('2026-01');
    expect(await monthsOf(stage, agentId)).toMatchObject([
      { month: '2026-01', spentCents: 0 },
      { spentCents: 100 },
    ]);
    expect(typesOf(await eventsOf(stage, agentId))).not.toContain('budget.restored');
    expect(await differencesIn('2026-01')).toEqual([]);
  });

  it('answers a repetition as before, and refuses another reason', async () => {
    const agentId = await givenAgent();
    const cost = await record(agentId, 5, { eventId: 'e-1' });
    const voided = await voidCost(cost.id);
    await record(agentId, 3);
    expect(await voidCost(cost.id)).toEqual(voided);
    await expect(voidCost(cost.id, 'a mistake')).rejects.toMatchObject({
      code: 'cost_already_voided',
      status: 409,
      details: { voidedByCostId: voided.id, reason },
    });
    await expect(voidCost(voided.id)).rejects.toMatchObject({
      code: 'cost_is_a_void',
      status: 422,
      hint: expect.stringContaining('POST /api/companies/:companyId/cost-events'),
    });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 3 }]);
    expect(await record(agentId, 5, { eventId: 'e-1' })).toEqual(cost);
  });

  it('voids once, however many ask at the same time on two replicas', async () => {
    const agentId = await givenAgent(100);
    const cost = await record(agentId, 150);
    const replica = clientAs(await stage.replica(), billing, board);
    const input = { companyId, costId: cost.id, reason };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? replica : stage.as(board)).voidCost(input)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 0 }]);
    const types = typesOf(await eventsOf(stage, agentId));
    expect(types.filter((type) => type === 'budget.restored')).toHaveLength(1);
  });

  it('takes back the usage of a run, which is not booked again', async () => {
    const agentId = await givenAgent(1_000);
    const runId = newId();
    const scheduler = clientAs(stage.service, billing, serviceActor('scheduler'));
    await scheduler.reserveRun({ companyId, agentId, runId, ttlSeconds: 600 });
    const usage = (costCents: number) => ({ costCents, provider: 'acme', model: 'm-1' });
    await reportUsage(stage, { companyId, agentId, runId, usage: usage(40) });
    const [cost] = await stage.as(board).listCosts({ companyId, runId });
    const { month } = await voidCost(cost?.id ?? '');
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 0, reservedCents: 10 }]);
    await finishRun(stage, { companyId, agentId, runId, usage: usage(45) });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 5, reservedCents: 0 }]);
    expect(await differencesIn(month)).toEqual([]);
  });

  it('takes back what was charged for an unknown price', async () => {
    const agentId = await givenAgent();
    const { costCents: _, ...unpriced } = aCost(companyId, agentId, 0);
    const cost = await stage.as(board).recordCost({ ...unpriced, inputTokens: 1_000_000 });
    await voidCost(cost.id);
    expect(await stage.as(board).getCostSummary({ companyId })).toMatchObject({
      spendCents: 0,
      unknownCents: 0,
      unknownEvents: 0,
      inputTokens: 0,
    });
  });

  it('needs the permission to manage budgets, and finds costs of the company only', async () => {
    const agentId = await givenAgent();
    const cost = await record(agentId, 5);
    const input = { companyId, costId: cost.id, reason };
    const operator = boardActor({ companies: [{ companyId, role: 'operator', permissions: [] }] });
    await expect(stage.as(operator).voidCost(input)).rejects.toMatchObject({
      code: 'permission_missing',
    });
    const agent = agentActor(companyId, { id: agentId });
    await expect(stage.as(agent).voidCost(input)).rejects.toMatchObject({ status: 403 });
    const other = await stage.given.company();
    for (const wrong of [{ costId: newId() }, { companyId: other.companyId }]) {
      await expect(stage.as(board).voidCost({ ...input, ...wrong })).rejects.toMatchObject({
        code: 'cost_not_found',
        status: 404,
      });
    }
    await changeCompany(stage, company, { status: 'archived' });
    await expect(stage.as(board).voidCost(input)).rejects.toMatchObject({
      code: 'company_archived',
    });
  });
});
