import { billing } from '@muster/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { calendarOf, sumBy } from '../checkers/money.ts';
import { addAgent, foundCompany } from '../harness/builders.ts';
import { inLanes } from '../harness/lanes.ts';
import { newTrials, note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';
import { readCosts } from './evidence.ts';
import { midnightsOf } from './midnights.ts';

/** On both sides of the date line, with half hours and quarters, with and without summer time. */
const ZONES = [
  'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'Asia/Kathmandu',
  'America/New_York', 'America/Havana', 'America/St_Johns', 'Europe/Berlin',
  'Australia/Lord_Howe', 'Pacific/Chatham', 'America/Sao_Paulo',
];
/** More than a year, so that every turn of a clock is among them. */
const MONTHS = 15;
const EARLY_MS = 43_200_000;
const LANES = 8;

const world = useWorld();
const trials = newTrials();
afterAll(() => note({
  promise: 'P12', by: 'e2e/money/months', faults: 0, ...trials.shown(),
  how: `${ZONES.length} zones, ${MONTHS} months, late and early by a millisecond`,
}));
const isoOf = (at: number): string => new Date(at).toISOString();

describe('each cent is in exactly one month', () => {
  test.each(ZONES)('of the calendar of %s, to the millisecond, late or early', async (timeZone) => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board, { timeZone });
    const { id: agentId } = await addAgent(board, companyId);
    const monthOf = calendarOf(timeZone);
    const now = Date.now();
    const midnights = midnightsOf(monthOf, now, MONTHS);
    const past = midnights.filter((at) => at < now);
    const moments = [now + EARLY_MS, ...past.flatMap((at) => [at - 1, at, at + 1])];
    const booked: { month: string; costCents: number }[] = [];
    await inLanes(moments.length, LANES, (index) => trials.of(1, async () => {
      const occurredAt = isoOf(moments[index] ?? 0);
      const cost = await board.call(billing, 'recordCost', {
        companyId, agentId, costCents: index + 1, provider: 'test', model: 'test', occurredAt,
      });
      expect(cost.month).toBe(monthOf(occurredAt));
      booked.push(cost);
    }));
    const told = new Map<string, number>();
    for (const [index, at] of midnights.slice(0, -1).entries()) {
      const window = { companyId, from: isoOf(at), to: isoOf(midnights[index + 1] ?? 0) };
      const { spendCents } = await board.call(billing, 'getCostSummary', window);
      const [row] = await board.call(billing, 'listCostsByAgent', window);
      expect(row?.costCents ?? 0).toBe(spendCents);
      if (spendCents > 0) told.set(monthOf(window.from), spendCents);
    }
    const [first = 0] = midnights;
    const before = { companyId, to: isoOf(first) };
    told.set(monthOf(isoOf(first - 1)),
      (await board.call(billing, 'getCostSummary', before)).spendCents);
    const sums = sumBy(booked, ({ month }) => month, ({ costCents }) => costCents);
    const lines = await readCosts(board, companyId);
    // Each of the costs was a trial already; a wrong sum is a violation more.
    await trials.of(0, () => {
      expect(Object.fromEntries(told)).toEqual(Object.fromEntries(sums));
      expect(sumBy(lines, ({ month }) => month, ({ costCents }) => costCents)).toEqual(sums);
    });
  });
});
