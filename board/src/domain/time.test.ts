import { describe, expect, it } from 'vitest';
import { dayAfter, isDay } from './month.ts';
import { ago, dayOf, endOfDay, lasted, span, startOfDay } from './time.ts';

it.each([
  [0, '0 s'],
  [420, '0.4 s'],
  [2_000, '2 s'],
  [59_999, '59 s'],
  [100_000, '1 min 40 s'],
  [7_500_000, '2 h 5 min'],
  [24 * 3_600_000, '1 d'],
])('shows that %i ms have lasted as %s', (ms, text) => {
  expect(lasted(ms)).toBe(text);
});

describe('span', () => {
  it.each([
    [0, 'now'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [47 * 3_600_000, '47 h'],
    [48 * 3_600_000, '2 d'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });

  it('calls a time that is ahead of the clock now', () => {
    expect(ago('2026-11-24T10:00:05.000Z', Date.parse('2026-11-24T10:00:00.000Z'))).toBe('now');
  });
});

describe('a day of a calendar', () => {
  it.each([
    ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z'],
    ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, moment) => {
    expect(startOfDay(day, zone)).toBe(moment);
  });

  it('ends where the next one begins, also at the end of a month', () => {
    expect(dayAfter('2026-11-30')).toBe('2026-12-01');
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
    expect(['2026-11-30', '2026-13-01', '2026-11', undefined].filter(isDay)).toEqual([
      '2026-11-30',
    ]);
  });
});

describe('the end of a day', () => {
  it.each([
    ['2026-05-31', 'Europe/Berlin', '2026-05-31T21:59:59.999Z'],
    ['2026-12-31', 'America/New_York', '2027-01-01T04:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
  ])('of %s in %s is %s, a moment of that day', (day, zone, end) => {
    expect(endOfDay(day, zone)).toBe(end);
    expect(dayOf(end, zone)).toBe(day);
  });
});
