/** Costs by the company's calendar: a month, a day, days split by what spent, and one issue. */
import { DAY_PARTS_MAX } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { saveZone } from '../src/store/companies.ts';
import { aCost, type BillingStage, givenIssue, givenProject } from './books.ts';

const board = boardActor();
let stage: BillingStage;
let companyId: string;
let agentId: string;

beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ companyId } = await stage.given.company({ timeZone: 'Pacific/Kiritimati' }));
  ({ agentId } = await stage.given.agent(companyId, { name: 'Ada' }));
});

const ask = () => stage.as(board);
const spend = (costCents: number, occurredAt: string, what: object = {}) =>
  ask().recordCost({ ...aCost(companyId, agentId, costCents), occurredAt, ...what });

describe('costs of a month', () => {
  beforeEach(async () => {
    // In Kiritimati, 14 hours ahead, October begins and ends at ten in the morning of UTC.
    await spend(1, '2025-09-30T09:59:59.999Z');
    await spend(10, '2025-09-30T10:00:00.000Z');
    await spend(100, '2025-10-31T09:59:59.999Z');
    await spend(1_000, '2025-10-31T10:00:00.000Z');
  });
  const october = () => ({ companyId, month: '2025-10' });

  it("are in the company's zone, in sums, lists and single costs alike", async () => {
    const month = '2025-10';
    expect(await ask().getCostSummary(october())).toMatchObject({
      currency: 'USD',
      month,
      spendCents: 110,
      spentMonthlyCents: 110,
      reservedCents: 0,
      events: 2,
    });
    expect(await ask().listCostsByAgent(october())).toMatchObject([
      { agentId, costCents: 110, reservedCents: 0 },
    ]);
    expect(await ask().listCostsByModel(october())).toMatchObject([{ costCents: 110 }]);
    expect(await ask().listCostsByDay(october())).toMatchObject([
      { day: '2025-10-01', costCents: 10 },
      { day: '2025-10-31', costCents: 100 },
    ]);
    expect(await ask().listCosts(october())).toMatchObject([{ costCents: 100 }, { costCents: 10 }]);
    expect(await ask().exportCosts(october())).toMatchObject([{ month }, { month }]);
    expect(await ask().listCosts({ companyId, month: '2025-11' })).toMatchObject([
      { costCents: 1_000 },
    ]);
  });

  it('can be asked for by the day, so that a bar of a chart opens its costs', async () => {
    const last = { companyId, day: '2025-10-31' };
    expect(await ask().listCosts(last)).toMatchObject([{ costCents: 100 }]);
    expect(await ask().listCostsByAgent(last)).toMatchObject([{ costCents: 100 }]);
    expect(await ask().getCostSummary(last)).toMatchObject({ spendCents: 100, events: 1 });
    expect(await ask().listCosts({ companyId, day: '2025-10-02' })).toEqual([]);
  });

  it('are narrowed by everything that is asked for', async () => {
    for (const [narrower, cents] of [
      [{ day: '2025-10-31' }, [100]],
      [{ day: '2025-11-01' }, []],
      [{ from: '2025-09-30T10:00:00.0001Z' }, [100]],
      [{ from: '2025-01-01T00:00:00Z', to: '2025-10-31T09:59:59.999Z' }, [10]],
      [{ to: '2025-01-01T00:00:00Z' }, []],
    ] as const) {
      const period = { ...october(), ...narrower };
      const costs = await ask().listCosts(period);
      expect(costs.map(({ costCents }) => costCents)).toEqual(cents);
      const { spendCents, month } = await ask().getCostSummary(period);
      expect([spendCents, month]).toEqual([cents[0] ?? 0, '2025-10']);
    }
  });

  it.each([
    { month: '2025-13' },
    { month: '1999-12' },
    { day: '2025-02-30' },
    { day: '2150-01-01' },
  ])('are refused if there is no such time: %j', async (period) => {
    for (const list of [ask().listCosts, ask().getCostSummary, ask().listCostsByDay]) {
      await expect(list({ companyId, ...period })).rejects.toMatchObject({
        code: 'invalid_input',
        details: [{ path: Object.keys(period) }],
      });
    }
  });

  it('begin where days begin after a change of zone, one of which has no moment', async () => {
    const company = await stage.given.company({ timeZone: 'Pacific/Pago_Pago' });
    ({ companyId } = company);
    ({ agentId } = await stage.given.agent(companyId));
    await saveZone(stage.db, companyId, 'Pacific/Kiritimati', '2025-09-15T00:00:00Z');
    // September ends at eleven in the old zone; in the new one it is then one o'clock on the second.
    await spend(1, '2025-10-01T10:59:59.999Z');
    await spend(10, '2025-10-01T11:00:00.000Z');
    for (const [day, cents] of [
      ['2025-09-30', [1]],
      ['2025-10-01', []],
      ['2025-10-02', [10]],
    ] as const) {
      const costs = await ask().listCosts({ companyId, day });
      expect(costs.map(({ costCents }) => costCents)).toEqual(cents);
      expect((await ask().getCostSummary({ companyId, day })).events).toBe(cents.length);
    }
  });
});

describe('reserved cents', () => {
  it('are those of the live runs, of the company and of each agent', async () => {
    const company = await stage.given.company({ budgetMonthlyCents: 10_000 });
    const agent = await stage.given.agent(company.companyId);
    ({ companyId } = company);
    ({ agentId } = agent);
    await spend(5, new Date().toISOString());
    const run = { companyId, agentId, runId: newId(), ttlSeconds: 600 };
    const service = stage.as({ type: 'service', id: 'scheduler', name: 'scheduler' });
    const { cents } = await service.reserveRun(run);
    expect(cents).toBeGreaterThan(0);
    expect(await ask().getCostSummary({ companyId })).toMatchObject({ reservedCents: cents });
    expect(await ask().listCostsByAgent({ companyId })).toMatchObject([{ reservedCents: cents }]);
    const past = { companyId, month: '2025-10' };
    expect(await ask().getCostSummary(past)).toMatchObject({ reservedCents: 0, spendCents: 0 });
  });
});

describe('days that are split', () => {
  it('have the most expensive of the whole period, by agent, project and model', async () => {
    const bob = (await stage.given.agent(companyId, { name: 'Bob' })).agentId;
    const { projectId } = await givenProject(stage, companyId, 'Rocket');
    await spend(4, '2025-10-05T12:00:00Z', { projectId });
    await spend(3, '2025-10-05T12:00:00Z', { agentId: bob, model: 'm-2' });
    await spend(9, '2025-10-08T12:00:00Z', { agentId: bob, priceStatus: 'estimated' });
    const split = (by: 'agent' | 'project' | 'model', more: object = { month: '2025-10' }) =>
      ask().listCostsByDay({ companyId, split: by, ...more });
    expect(await split('agent')).toMatchObject([
      {
        day: '2025-10-06',
        costCents: 7,
        parts: [
          { agentId, agentName: 'Ada', costCents: 4, unknownCents: 0, events: 1 },
          { agentId: bob, agentName: 'Bob', costCents: 3 },
        ],
      },
      { day: '2025-10-09', parts: [{ agentId: bob, costCents: 9, estimatedCents: 9 }] },
    ]);
    expect(await split('project')).toMatchObject([
      {
        parts: [
          { projectId, projectName: 'Rocket', costCents: 4 },
          { projectId: null, costCents: 3 },
        ],
      },
      { parts: [{ projectId: null, projectName: null, costCents: 9 }] },
    ]);
    // The sixth of October is whole in the first window and cut in the second one.
    const window = { from: '2025-10-05T10:00:00Z', to: '2025-10-06T11:00:00Z' };
    const models = [{ provider: 'acme', model: 'm-1', costCents: 4 }, { model: 'm-2' }];
    expect(await split('model', window)).toMatchObject([{ parts: models }]);
    const cut = { from: '2025-10-05T11:30:00Z', to: '2025-10-05T12:30:00Z' };
    expect(await split('model', cut)).toMatchObject([{ costCents: 7, parts: models }]);
    expect(await ask().listCostsByDay({ companyId, month: '2025-10' })).not.toHaveProperty(
      '0.parts',
    );
  });

  it('leave what is not among the most expensive to the sums of the day', async () => {
    const days = ['2025-10-02T12:00:00Z', '2025-10-03T12:00:00Z'] as const;
    for (let n = 0; n <= DAY_PARTS_MAX; n += 1) {
      await spend(100 - n, days[0], { model: `m-${n}` });
    }
    await spend(1, days[1], { model: 'cheap' });
    const query = { companyId, month: '2025-10', split: 'model' } as const;
    const [first, second] = await ask().listCostsByDay(query);
    expect(first?.parts).toHaveLength(DAY_PARTS_MAX);
    expect(first?.parts?.at(-1)).toMatchObject({ model: `m-${DAY_PARTS_MAX - 1}` });
    const listed = first?.parts?.reduce((sum, { costCents }) => sum + costCents, 0) ?? 0;
    expect((first?.costCents ?? 0) - listed).toBe(100 - DAY_PARTS_MAX);
    expect(second).toMatchObject({ costCents: 1, parts: [] });
    const page = await ask().listCostsByDay({ ...query, limit: 1 });
    expect(page).toEqual([first]);
  });
});

describe('listCostsOfIssue', () => {
  it('has all costs of the issue, by month and by agent', async () => {
    const bob = (await stage.given.agent(companyId, { name: 'Bob' })).agentId;
    const issueId = await givenIssue(stage, companyId);
    const taken = await spend(50, '2025-09-03T00:00:00Z', { issueId });
    await ask().voidCost({ companyId, costId: taken.id, reason: 'Twice.' });
    await spend(2, '2025-09-03T00:00:00Z', { issueId, inputTokens: 10 });
    await spend(5, '2025-10-31T10:00:00Z', { issueId, agentId: bob });
    await spend(70, '2025-10-31T10:00:00Z');
    const found = await stage
      .as(agentActor(companyId))
      .listCostsOfIssue({ companyId, issueId: issueId.toUpperCase() });
    expect(found).toMatchObject({
      issueId,
      issueIdentifier: 'ACM-1',
      currency: 'USD',
      costCents: 7,
      inputTokens: 10,
      byMonth: [
        { month: '2025-11', costCents: 5 },
        { month: '2025-09', costCents: 2 },
      ],
      byAgent: [
        { agentId: bob, agentName: 'Bob', costCents: 5 },
        { agentId, agentName: 'Ada', costCents: 2 },
      ],
      more: false,
    });
  });

  it('is zero without costs, and unknown to another company', async () => {
    const issueId = await givenIssue(stage, companyId);
    expect(await ask().listCostsOfIssue({ companyId, issueId })).toMatchObject({
      costCents: 0,
      events: 0,
      byMonth: [],
      byAgent: [],
    });
    const other = await stage.given.company();
    const foreign = stage.as(agentActor(other.companyId));
    await expect(foreign.listCostsOfIssue({ companyId, issueId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
    await expect(
      foreign.listCostsOfIssue({ companyId: other.companyId, issueId }),
    ).rejects.toMatchObject({ code: 'issue_not_found' });
  });
});
