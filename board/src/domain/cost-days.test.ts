import { describe, expect, it } from 'vitest';
import { barsOf, byModel, kindsOf, type CostDay } from './cost-days.ts';
import { dayAt, daysOf, monthAfter } from './month.ts';

const days: CostDay[] = [
  {
    day: '2026-02-02',
    costCents: 100,
    unknownCents: 30,
    parts: [
      { agentId: 'grace', costCents: 60, unknownCents: 30 },
      { agentId: 'ada', costCents: 30, unknownCents: 0 },
    ],
  },
  {
    day: '2026-02-04',
    costCents: -20,
    unknownCents: 0,
    unknownEvents: 1,
    parts: [{ agentId: 'ada', costCents: 70, unknownCents: 0 }],
  },
];

describe('the days of a month', () => {
  it('are those of the calendar, in the zone of the company', () => {
    expect(daysOf('2026-02')).toHaveLength(28);
    expect(daysOf('2028-02').at(-1)).toBe('2028-02-29');
    expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
    expect(dayAt(Date.parse('2026-10-31T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-01');
  });

  it('have segments by kind, the most expensive of the month first, and the rest as others', () => {
    expect(kindsOf(days)).toEqual(['ada', 'grace']);
    const bars = barsOf(daysOf('2026-02'), days);
    expect(bars[1]).toEqual({
      day: '2026-02-02',
      cents: 100,
      segments: [
        { kind: 'ada', cents: 30, unknownCents: 0 },
        { kind: 'grace', cents: 60, unknownCents: 30 },
        { kind: undefined, cents: 10, unknownCents: 0 },
      ],
      hasUnknown: true,
      soFarCents: 100,
    });
  });

  it('have no bar below zero, count what was taken back, and say that a price is unknown', () => {
    const bars = barsOf(daysOf('2026-02'), days);
    expect(bars[3]).toMatchObject({ cents: -20, hasUnknown: true, soFarCents: 80 });
    expect(bars[3]?.segments.every(({ cents }) => cents > 0)).toBe(true);
    expect(bars[27]).toMatchObject({ segments: [], hasUnknown: false, soFarCents: 80 });
  });
});

it('adds costs up by their model, the dearest first, less what was taken back', () => {
  const cost = (model: string, costCents: number) => ({ model, costCents });
  expect(byModel([cost('a', 2), cost('b', 5), cost('a', 9), cost('b', -5)])).toEqual([
    { model: 'a', cents: 11 },
    { model: 'b', cents: 0 },
  ]);
});
