import { describe, expect, it } from 'vitest';
import { daysOf, inBoth, partsOf, roundUpToMillisecond, wholeMonthsAndDays } from './window.ts';

const at = (moment: string, day = moment.slice(0, 10)) => ({ at: moment, day });

describe('wholeMonthsAndDays', () => {
  it.each([
    { from: '2026-01-01', to: '2026-03-01', months: ['2026-01-01', '2026-03-01'], days: [] },
    {
      from: '2026-01-30',
      to: '2026-03-02',
      months: ['2026-02-01', '2026-03-01'],
      days: [
        ['2026-01-30', '2026-02-01'],
        ['2026-03-01', '2026-03-02'],
      ],
    },
    { from: '2026-01-02', to: '2026-01-31', months: [], days: [['2026-01-02', '2026-01-31']] },
    {
      from: '2026-11-15',
      to: '2027-01-15',
      months: ['2026-12-01', '2027-01-01'],
      days: [
        ['2026-11-15', '2026-12-01'],
        ['2027-01-01', '2027-01-15'],
      ],
    },
    { from: '2026-01-31', to: '2026-02-01', months: [], days: [['2026-01-31', '2026-02-01']] },
    { from: '2026-01-05', to: '2026-01-05', months: [], days: [] },
  ])('from $from to $to', ({ from, to, months, days }) => {
    const [first, last] = months;
    expect(wholeMonthsAndDays(from, to)).toEqual({
      months: first ? [{ from: first, to: last }] : [],
      days: days.map(([begin, end]) => ({ from: begin, to: end })),
    });
  });
});

describe('daysOf', () => {
  it.each([
    { period: {}, days: undefined },
    { period: { month: '2027-12' }, days: { from: '2027-12-01', to: '2028-01-01' } },
    { period: { month: '2028-02' }, days: { from: '2028-02-01', to: '2028-03-01' } },
    { period: { day: '2028-02-29' }, days: { from: '2028-02-29', to: '2028-03-01' } },
    {
      period: { month: '2028-02', day: '2028-02-29' },
      days: { from: '2028-02-29', to: '2028-03-01' },
    },
  ])('of $period are $days', ({ period, days }) => {
    expect(daysOf(period)).toEqual(days);
  });

  it('end before they begin if the day is not in the month', () => {
    const { from = '', to = '' } = daysOf({ month: '2028-02', day: '2028-03-01' }) ?? {};
    expect(to <= from).toBe(true);
  });
});

describe('inBoth', () => {
  it('is open on a side on which both are open', () => {
    const open = { from: undefined, to: undefined };
    expect(inBoth({ from: 'b', to: undefined }, open)).toEqual({ from: 'b', to: undefined });
    expect(inBoth({ from: 'b', to: 'd' }, { from: 'a', to: 'c' })).toEqual({ from: 'b', to: 'c' });
  });
});

describe('partsOf', () => {
  it('has edges only if the window begins or ends during a day', () => {
    const from = '2026-01-30T12:00:00Z';
    const to = '2026-02-02T06:00:00Z';
    const frame = { first: at('2026-01-31T00:00:00Z'), last: at('2026-02-02T00:00:00Z') };
    expect(partsOf({ from, to }, frame)).toEqual({
      months: [],
      days: [{ from: '2026-01-31', to: '2026-02-02' }],
      edges: [
        { from, to: '2026-01-31T00:00:00Z' },
        { from: '2026-02-02T00:00:00Z', to },
      ],
    });
    const whole = { first: at('2026-01-30T12:00:00Z'), last: at('2026-02-02T06:00:00Z') };
    expect(partsOf({ from, to }, whole).edges).toEqual([]);
  });

  it('has one edge inside of one day, and two around midnight', () => {
    const inside = { from: '2026-01-30T12:00:00Z', to: '2026-01-30T13:00:00Z' };
    const frame = { first: at('2026-01-31T00:00:00Z'), last: at('2026-01-30T00:00:00Z') };
    expect(partsOf(inside, frame)).toEqual({ months: [], days: [], edges: [inside] });
    const midnight = at('2026-01-31T00:00:00Z');
    const around = { from: '2026-01-30T23:00:00Z', to: '2026-01-31T01:00:00Z' };
    expect(partsOf(around, { first: midnight, last: midnight })).toEqual({
      months: [],
      days: [],
      edges: [
        { from: around.from, to: midnight.at },
        { from: midnight.at, to: around.to },
      ],
    });
  });

  it('is empty if the window ends before it begins', () => {
    const turned = { from: '2026-02-02T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    const frame = { first: at(turned.from), last: at(turned.to) };
    expect(partsOf(turned, frame)).toEqual({ months: [], days: [], edges: [] });
  });

  it('reaches to the first and the last day at an open end', () => {
    const { months, days, edges } = partsOf(
      { from: '2026-01-30T12:00:00Z', to: undefined },
      { first: at('2026-01-31T00:00:00Z'), last: null },
    );
    expect([months.length, days.length, edges.length]).toEqual([1, 1, 1]);
    expect(partsOf({ from: undefined, to: undefined }, { first: null, last: null }).days).toEqual(
      [],
    );
  });
});

describe('roundUpToMillisecond', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00.500000Z', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.001Z'],
  ])('rounds %s to %s', (moment, whole) => {
    expect(roundUpToMillisecond(moment)).toBe(whole);
  });
});
