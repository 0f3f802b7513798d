import { describe, expect, it } from 'vitest';
import { partsOf, wholeMoment, wholeOf } from './window.ts';

const at = (moment: string, day = moment.slice(0, 10)) => ({ at: moment, day });

describe('wholeOf', () => {
  it.each([
    { from: '2026-01-01', to: '2026-03-01', months: ['2026-01-01', '2026-03-01'], days: [] },
    {
      from: '2026-01-30', to: '2026-03-02', months: ['2026-02-01', '2026-03-01'],
      days: [['2026-01-30', '2026-02-01'], ['2026-03-01', '2026-03-02']],
    },
    { from: '2026-01-02', to: '2026-01-31', months: [], days: [['2026-01-02', '2026-01-31']] },
    {
      from: '2026-11-15', to: '2027-01-15', months: ['2026-12-01', '2027-01-01'],
      days: [['2026-11-15', '2026-12-01'], ['2027-01-01', '2027-01-15']],
    },
    { from: '2026-01-31', to: '2026-02-01', months: [], days: [['2026-01-31', '2026-02-01']] },
    { from: '2026-01-05', to: '2026-01-05', months: [], days: [] },
  ])('from $from to $to', ({ from, to, months, days }) => {
    const [first, last] = months;
    expect(wholeOf(from, to)).toEqual({
      months: first ? [{ from: first, to: last }] : [],
      days: days.map(([begin, end]) => ({ from: begin, to: end })),
    });
  });
});

describe('partsOf', () => {
  it('reads single costs only where the window begins or ends in mid-day', () => {
    const from = '2026-01-30T12:00:00Z';
    const to = '2026-02-02T06:00:00Z';
    const frame = { first: at('2026-01-31T00:00:00Z'), last: at('2026-02-02T00:00:00Z') };
    expect(partsOf({ from, to }, frame)).toEqual({
      months: [],
      days: [{ from: '2026-01-31', to: '2026-02-02' }],
      edges: [{ from, to: '2026-01-31T00:00:00Z' }, { from: '2026-02-02T00:00:00Z', to }],
    });
    const whole = { first: at('2026-01-30T12:00:00Z'), last: at('2026-02-02T06:00:00Z') };
    expect(partsOf({ from, to }, whole).edges).toEqual([]);
  });

  it('reads a window inside one day as it is, and one around midnight as two edges', () => {
    const inside = { from: '2026-01-30T12:00:00Z', to: '2026-01-30T13:00:00Z' };
    const frame = { first: at('2026-01-31T00:00:00Z'), last: at('2026-01-30T00:00:00Z') };
    expect(partsOf(inside, frame)).toEqual({ months: [], days: [], edges: [inside] });
    const midnight = at('2026-01-31T00:00:00Z');
    const around = { from: '2026-01-30T23:00:00Z', to: '2026-01-31T01:00:00Z' };
    expect(partsOf(around, { first: midnight, last: midnight })).toEqual({
      months: [],
      days: [],
      edges: [{ from: around.from, to: midnight.at }, { from: midnight.at, to: around.to }],
    });
  });

  it('is empty where the window ends before it begins', () => {
    const turned = { from: '2026-02-02T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    const frame = { first: at(turned.from), last: at(turned.to) };
    expect(partsOf(turned, frame)).toEqual({ months: [], days: [], edges: [] });
  });

  it('goes back to the first day and on to the last where an end is left open', () => {
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

describe('wholeMoment', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00.500000Z', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.001Z'],
  ])('of %s is %s', (moment, whole) => {
    expect(wholeMoment(moment)).toBe(whole);
  });
});
