/**
 * A new month, with a clock that the test sets: the service runs in this process, so it uses the
 * same clock. Events about budgets and the month of a cost have to change exactly at the company's
 * midnight.
 */
import { boardActor, openStage, serviceActor } from '@muster/test-kit';
import { newId } from '@muster/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listRecentDifferences } from '../src/background/audit-books.ts';
import { restoringBudgets } from '../src/background/sweep-budgets.ts';
import { billingService } from '../src/service.ts';
import {
  aCost,
  changeCompany,
  limitAgent,
  monthsOf,
  typesOf,
  eventsOf,
  type BillingStage,
} from './books.ts';

/** Time zones with the start of their November; in some of them clocks change that night. */
const MIDNIGHTS = [
  ['UTC', '2026-11-01T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-10-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-01T11:00:00.000Z'],
  ['Asia/Kolkata', '2026-10-31T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-10-31T18:15:00.000Z'],
  ['America/New_York', '2026-11-01T04:00:00.000Z'],
  ['America/Havana', '2026-11-01T04:00:00.000Z'],
  ['America/St_Johns', '2026-11-01T02:30:00.000Z'],
  ['Europe/Berlin', '2026-10-31T23:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-31T13:00:00.000Z'],
  ['Pacific/Chatham', '2026-10-31T10:15:00.000Z'],
  ['America/Sao_Paulo', '2026-11-01T03:00:00.000Z'],
] as const;
/** In some of these November ends with another offset than it began, or has a day of 25 hours. */
const DECEMBERS = [
  ['America/New_York', '2026-12-01T05:00:00.000Z'],
  ['America/Havana', '2026-12-01T05:00:00.000Z'],
  ['America/St_Johns', '2026-12-01T03:30:00.000Z'],
] as const;

let stage: BillingStage;
const board = boardActor();
beforeAll(async () => {
  // Only the test starts a new month.
  stage = await openStage(billingService, { env: { BUDGET_SWEEP_SECONDS: '3600' } });
});
afterAll(() => stage.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const setClock = (midnight: string, ms: number): string => {
  const now = new Date(Date.parse(midnight) + ms);
  vi.setSystemTime(now);
  return now.toISOString();
};
const sweep = () => restoringBudgets(stage.service.runtime).pass();

describe('a new month', () => {
  it.each([...MIDNIGHTS, ...DECEMBERS])('begins at midnight in %s', async (timeZone, midnight) => {
    setClock(midnight, -10_000);
    const { companyId } = await stage.given.company({ timeZone, budgetMonthlyCents: 120 });
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const spend = (costCents: number, occurredAt?: string) =>
      stage.as(board).recordCost({
        ...aCost(companyId, agentId, costCents),
        ...(occurredAt ? { occurredAt } : {}),
      });
    const [before, after] = midnight.startsWith('2026-12')
      ? ['2026-11', '2026-12']
      : ['2026-10', '2026-11'];
    expect((await spend(100)).budget).toMatchObject({ spentCents: 100, stop: true });
    // An early cost belongs to the next month, and counts when that month begins.
    const early = await spend(30, new Date(Date.parse(midnight) + 60_000).toISOString());
    expect(early).toMatchObject({ month: after, budget: { spentCents: 100, stop: true } });
    setClock(midnight, -1);
    await sweep();
    expect((await spend(5)).month).toBe(before);
    expect(typesOf(await eventsOf(stage, agentId))).toEqual(['budget.warned', 'budget.exhausted']);
    setClock(midnight, 0);
    await Promise.all([sweep(), sweep()]);
    const restored = (await eventsOf(stage, agentId)).at(-1);
    expect(restored).toMatchObject({
      type: 'budget.restored',
      payload: { month: after, spentCents: 30 },
    });
    const first = await spend(10);
    expect(first).toMatchObject({ month: after, budget: { spentCents: 40, stop: false } });
    // A late cost belongs to the past month and exhausts no budget now.
    const late = await spend(500, new Date(Date.parse(midnight) - 1).toISOString());
    expect(late).toMatchObject({ month: before, budget: { spentCents: 40, stop: false } });
    await sweep();
    expect(await monthsOf(stage, agentId)).toMatchObject([
      { month: before, spentCents: 605 },
      { month: after, spentCents: 40 },
    ]);
    expect(typesOf(await eventsOf(stage, agentId))).toEqual([
      'budget.warned',
      'budget.exhausted',
      'budget.restored',
    ]);
    expect(await listRecentDifferences(stage.service.runtime, companyId, midnight)).toEqual([]);
  });

  it('restores no budget that the new month has exhausted already, and emits that', async () => {
    const [, midnight] = MIDNIGHTS[0];
    setClock(midnight, -10_000);
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const report = aCost(companyId, agentId, 100);
    await stage.as(board).recordCost(report);
    await stage.as(board).recordCost({ ...report, occurredAt: midnight });
    setClock(midnight, 0);
    await sweep();
    const events = await eventsOf(stage, agentId);
    expect(events.map(({ type, payload }) => [type, payload['month']])).toEqual([
      ['budget.warned', '2026-10'],
      ['budget.exhausted', '2026-10'],
      ['budget.warned', '2026-11'],
      ['budget.exhausted', '2026-11'],
    ]);
  });

  it('restores once if the limit is raised at the same time', async () => {
    const [, midnight] = MIDNIGHTS[0];
    setClock(midnight, -10_000);
    const { companyId } = await stage.given.company();
    const agent = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    await stage.as(board).recordCost(aCost(companyId, agent.agentId, 100));
    await limitAgent(stage, companyId, agent, 200);
    setClock(midnight, 0);
    await sweep();
    expect(typesOf(await eventsOf(stage, agent.agentId))).toEqual([
      'budget.warned',
      'budget.exhausted',
      'budget.restored',
    ]);
  });

  it('books a run over midnight into the month in which it spends', async () => {
    const [, midnight] = MIDNIGHTS[0];
    setClock(midnight, -10_000);
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const runId = newId();
    await stage.as(serviceActor('scheduler')).reserveRun({
      companyId,
      agentId,
      runId,
      ttlSeconds: 900,
    });
    setClock(midnight, 10_000);
    await stage.as(board).recordCost({ ...aCost(companyId, agentId, 20), runId });
    expect(await monthsOf(stage, agentId)).toMatchObject([
      { month: '2026-10', spentCents: 0, reservedCents: 30 },
      { month: '2026-11', spentCents: 20, reservedCents: 0 },
    ]);
    expect(await listRecentDifferences(stage.service.runtime, companyId, midnight)).toEqual([]);
  });

  it('applies a change of zone from the next month on', async () => {
    const [, midnight] = MIDNIGHTS[0];
    setClock(midnight, -86_400_000);
    const company = await stage.given.company({ timeZone: 'UTC' });
    const { companyId } = company;
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    await changeCompany(stage, company, { timeZone: 'Pacific/Kiritimati' });
    const spend = async () =>
      (await stage.as(board).recordCost(aCost(companyId, agentId, 1))).month;
    setClock(midnight, -1);
    expect(await spend()).toBe('2026-10');
    setClock(midnight, 0);
    expect(await spend()).toBe('2026-11');
    setClock('2026-11-30T10:00:00.000Z', -1);
    expect(await spend()).toBe('2026-11');
    setClock('2026-11-30T10:00:00.000Z', 0);
    expect(await spend()).toBe('2026-12');
  });

  it.each([
    ['before its moment', -1],
    ['a day after its moment', 86_400_000],
  ])('applies a zone from the month that its change names, told %s', async (_, toldMs) => {
    const [, midnight] = MIDNIGHTS[0];
    setClock(midnight, -86_400_000);
    const company = await stage.given.company({ timeZone: 'UTC' });
    const { companyId } = company;
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const timeZone = 'Pacific/Kiritimati';
    const change = { timeZone, timeZoneFrom: { at: midnight, month: '2026-11' } };
    const spendAt = async (ms: number) => {
      const occurredAt = new Date(Date.parse(midnight) + ms).toISOString();
      const cost = { ...aCost(companyId, agentId, 1), occurredAt };
      return (await stage.as(board).recordCost(cost)).month;
    };
    if (toldMs < 0) {
      setClock(midnight, toldMs);
      await changeCompany(stage, company, change);
    }
    setClock(midnight, 86_400_000);
    expect(await spendAt(-1)).toBe('2026-10');
    expect(await spendAt(0)).toBe('2026-11');
    // Midnight in the new zone: a day begins that is still the first of the month in UTC.
    const secondDay = 10 * 3_600_000;
    expect(await spendAt(secondDay - 1)).toBe('2026-11');
    expect(await spendAt(secondDay)).toBe('2026-11');
    if (toldMs > 0) await changeCompany(stage, company, change);
    const days = await stage.as(board).listCostsByDay({ companyId });
    expect(days.map(({ day, costCents }) => [day, costCents])).toEqual([
      ['2026-11-01', 2],
      ['2026-11-02', 1],
    ]);
    await changeCompany(stage, company, {});
    setClock('2026-11-30T10:00:00.000Z', 0);
    expect((await stage.as(board).recordCost(aCost(companyId, agentId, 1))).month).toBe('2026-12');
    expect(
      await listRecentDifferences(stage.service.runtime, companyId, new Date().toISOString()),
    ).toEqual([]);
  });
});
