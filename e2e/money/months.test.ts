import { billing } from '@muster/contracts';
import { openTrials, recordTrials } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { calendarOf, sumBy } from '../checkers/money.ts';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { readCosts } from './evidence.ts';
import { monthStarts } from './month-starts.ts';

/** On both sides of the date line, with half-hour and quarter-hour offsets, with and without daylight saving. */
const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Sao_Paulo',
];
/** More than a year, so that every change of daylight saving is among them. */
const MONTHS = 15;
const EARLY_MS = 43_200_000;
const CONCURRENCY = 8;

const world = useSharedWorld();
const trials = openTrials();
afterAll(() =>
  recordTrials({
    promise: 'P12',
    by: 'e2e/money/months',
    faults: 0,
    ...trials.result(),
    how: `${ZONES.length} zones, ${MONTHS} months, late and early by a millisecond`,
  }),
);
const isoOf = (at: number): string => new Date(at).toISOString();

describe('each cent is in exactly one month', () => {
  it.each(ZONES)('in the calendar of %s, to the millisecond, late or early', async (timeZone) => {
    const { board } = world();
    const { id: companyId } = await createCompany(board, { timeZone });
    const { id: agentId } = await addAgent(board, companyId);
    const monthOf = calendarOf(timeZone);
    const now = Date.now();
    const starts = monthStarts(monthOf, now, MONTHS);
    const past = starts.filter((at) => at < now);
    const moments = [now + EARLY_MS, ...past.flatMap((at) => [at - 1, at, at + 1])];
    const booked: { month: string; costCents: number }[] = [];
    await inParallel(moments.length, CONCURRENCY, (index) =>
      trials.of(1, async () => {
        const occurredAt = isoOf(moments[index] ?? 0);
        const cost = await board.call(billing, 'recordCost', {
          companyId,
          agentId,
          costCents: index + 1,
          provider: 'test',
          model: 'test',
          occurredAt,
        });
        expect(cost.month).toBe(monthOf(occurredAt));
        booked.push(cost);
      }),
    );
    const summed = new Map<string, number>();
    for (const [index, at] of starts.slice(0, -1).entries()) {
      const window = { companyId, from: isoOf(at), to: isoOf(starts[index + 1] ?? 0) };
      const { spendCents } = await board.call(billing, 'getCostSummary', window);
      const [row] = await board.call(billing, 'listCostsByAgent', window);
      expect(row?.costCents ?? 0).toBe(spendCents);
      if (spendCents > 0) summed.set(monthOf(window.from), spendCents);
    }
    const [first = 0] = starts;
    const before = { companyId, to: isoOf(first) };
    summed.set(
      monthOf(isoOf(first - 1)),
      (await board.call(billing, 'getCostSummary', before)).spendCents,
    );
    const sums = sumBy(
      booked,
      ({ month }) => month,
      ({ costCents }) => costCents,
    );
    const lines = await readCosts(board, companyId);
    // Each cost was a trial already; a wrong sum adds a violation only.
    await trials.of(0, () => {
      expect(Object.fromEntries(summed)).toEqual(Object.fromEntries(sums));
      expect(
        sumBy(
          lines,
          ({ month }) => month,
          ({ costCents }) => costCents,
        ),
      ).toEqual(sums);
    });
  });
});
