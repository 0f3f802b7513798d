/**
 * A window of time is answered from sums of months and days and from the costs at its edges. It has
 * to equal the sum of all single costs, in every time zone, across changes of clocks and of the
 * zone.
 */
import { newId } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { saveZone } from '../src/store/companies.ts';
import { aCost, type BillingStage, givenIssue, givenProject } from './books.ts';

/** Time zones whose clocks changed around the times below, and unusual ones. */
const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/Havana',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Sao_Paulo',
  'Africa/Casablanca',
];
const COSTS = 80;
const AT_ONCE = 8;
const WINDOWS = 12;

let stage: BillingStage;
const board = boardActor();
beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());

function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const begin = Date.parse('2025-09-20T00:00:00Z');
const days = 60;

/** Every second timestamp is at, or close to, a time at which days may begin. */
const momentBy = (next: (below: number) => number): string => {
  const quarter = begin + next(days * 96) * 900_000;
  const beside = next(2) === 0 ? next(3) - 1 : next(900_000);
  return new Date(quarter + beside).toISOString();
};

const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at));

describe('a window of costs', () => {
  it.each(ZONES)('is the sum of the costs in it, to the millisecond, in %s', async (timeZone) => {
    const next = numbersFrom(ZONES.indexOf(timeZone) + 1);
    const { companyId } = await stage.given.company({ timeZone });
    const [one, two] = [await stage.given.agent(companyId), await stage.given.agent(companyId)];
    const { projectId } = await givenProject(stage, companyId, 'Rocket');
    const [near, far] = [await givenIssue(stage, companyId), await givenIssue(stage, companyId)];
    const costs = Array.from({ length: COSTS }, (_, n) => ({
      ...aCost(companyId, (n % 2 === 0 ? one : two).agentId, 1 + next(500)),
      model: `m-${next(3)}`,
      inputTokens: next(100),
      occurredAt: momentBy(next),
      ...(next(2) === 0 ? { projectId } : {}),
      ...(next(2) === 0 ? { issueId: next(2) === 0 ? near : far } : {}),
    }));
    // A few at a time, because they all wait for the same lock.
    for (let n = 0; n < COSTS; n += AT_ONCE) {
      const some = costs.slice(n, n + AT_ONCE);
      await Promise.all(some.map((cost) => stage.as(board).recordCost(cost)));
    }
    for (let n = 0; n < WINDOWS; n++) {
      const [from, to] = [momentBy(next), momentBy(next)].toSorted() as [string, string];
      const window = { ...(n % 5 === 1 ? {} : { from }), ...(n % 5 === 2 ? {} : { to }) };
      const inside = costs.filter(
        ({ occurredAt: at }) => at >= (window.from ?? '0') && at < (window.to ?? '9'),
      );
      const by = (keyOf: (cost: (typeof costs)[number]) => string | null) =>
        [...Map.groupBy(inside, keyOf)]
          .map(([key, group]) => ({
            key,
            costCents: group.reduce((sum, { costCents }) => sum + costCents, 0),
            inputTokens: group.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
            events: group.length,
          }))
          .toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
      const shown = <Row extends { costCents: number; inputTokens: number; events: number }>(
        rows: readonly Row[],
        keyOf: (row: Row) => string | null,
      ) =>
        rows
          .map((row) => ({
            key: keyOf(row),
            costCents: row.costCents,
            inputTokens: row.inputTokens,
            events: row.events,
          }))
          .toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
      const ask = { companyId, ...window };
      const asked = stage.as(board);
      const [summary, ofAgents, ofProjects, ofIssues, ofModels, ofDays] = await Promise.all([
        asked.getCostSummary(ask),
        asked.listCostsByAgent(ask),
        asked.listCostsByProject(ask),
        asked.listCostsByIssue(ask),
        asked.listCostsByModel(ask),
        asked.listCostsByDay(ask),
      ]);
      expect([summary.spendCents, summary.events]).toEqual([
        inside.reduce((sum, { costCents }) => sum + costCents, 0),
        inside.length,
      ]);
      expect(shown(ofAgents, (row) => row.agentId)).toEqual(by((cost) => cost.agentId));
      expect(shown(ofProjects, (row) => row.projectId)).toEqual(by((c) => c.projectId ?? null));
      expect(shown(ofIssues, (row) => row.issueId)).toEqual(by((cost) => cost.issueId ?? null));
      expect(shown(ofModels, (row) => row.model)).toEqual(by((cost) => cost.model));
      expect(shown(ofDays, (row) => row.day)).toEqual(
        by(({ occurredAt }) => dayIn(timeZone, occurredAt)),
      );
    }
  });

  it('is exact across a change of zone, which applies from the next month on', async () => {
    const { companyId } = await stage.given.company({ timeZone: 'Pacific/Kiritimati' });
    const { agentId } = await stage.given.agent(companyId);
    await saveZone(stage.db, companyId, 'Pacific/Pago_Pago', '2025-09-15T00:00:00Z');
    const turn = Date.parse('2025-09-30T10:00:00Z');
    const at = (hours: number) => new Date(turn + hours * 3_600_000).toISOString();
    for (const hours of [-25, -1, 0, 1, 24, 25, 48, 49, 60]) {
      await stage.as(board).recordCost({ ...aCost(companyId, agentId, 1), occurredAt: at(hours) });
    }
    const ask = { companyId, from: at(-24), to: at(49) };
    expect((await stage.as(board).getCostSummary(ask)).spendCents).toBe(6);
    // The first of October lasts from its beginning in the old zone to its end in the new one.
    expect(await stage.as(board).listCostsByDay(ask)).toMatchObject([
      { day: '2025-09-30', costCents: 1 },
      { day: '2025-10-01', costCents: 5 },
    ]);
    expect(await stage.as(board).listCostsByDay({ companyId, from: at(-200) })).toMatchObject([
      { day: '2025-09-29', costCents: 1 },
      { day: '2025-09-30', costCents: 1 },
      { day: '2025-10-01', costCents: 5 },
      { day: '2025-10-02', costCents: 2 },
    ]);
  });

  it('is the current month by default, and empty if it ends before it begins', async () => {
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId);
    const issueId = await givenIssue(stage, companyId);
    const cost = await stage.as(board).recordCost({ ...aCost(companyId, agentId, 7), issueId });
    const january = { ...aCost(companyId, agentId, 9), occurredAt: '2026-01-31T00:00:00Z' };
    await stage.as(board).recordCost(january);
    expect(await stage.as(board).listCostsByDay({ companyId })).toMatchObject([
      { day: cost.occurredAt.slice(0, 10), costCents: 7 },
    ]);
    expect(await stage.as(board).listCostsByIssue({ companyId })).toMatchObject([
      { issueId, issueIdentifier: 'ACM-1', issueTitle: 'Grow', costCents: 7 },
    ]);
    const turned = { companyId, from: '2026-03-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect(await stage.as(board).listCostsByModel(turned)).toEqual([]);
    expect((await stage.as(board).getCostSummary(turned)).spendCents).toBe(0);
  });

  it('distinguishes models with similar names', async () => {
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId);
    for (const [provider, model] of [
      ['a", "b', 'c'],
      ['a', 'b", "c'],
      ['a', 'c'],
    ] as const) {
      await stage.as(board).recordCost({ ...aCost(companyId, agentId, 1), provider, model });
    }
    const models = await stage.as(board).listCostsByModel({ companyId });
    expect(models.map(({ provider, model }) => `${provider}:${model}`).toSorted()).toEqual([
      'a", "b:c',
      'a:b", "c',
      'a:c',
    ]);
  });

  it('is answered to the whole company and to no other caller', async () => {
    const { companyId } = await stage.given.company();
    const foreign = stage.as(boardActor({ companies: [newId()] }));
    for (const ask of [
      foreign.listCostsByIssue,
      foreign.listCostsByModel,
      foreign.listCostsByDay,
      foreign.listCosts,
      foreign.exportCosts,
    ]) {
      await expect(ask({ companyId })).rejects.toMatchObject({ code: 'company_not_found' });
    }
  });
});
