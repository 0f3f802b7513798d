import type { RoutineClock } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { dayOf, lastMoments, moments, NO_END } from './moments.ts';

const cron = (expression: string, zone: string): RoutineClock => ({
  kind: 'cron',
  expression,
  zone,
});

/** A zone, an expression, a moment after which it is looked, and the next moments. */
const table: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['UTC', '30 2 * * *', '2026-03-28T12:00', ['2026-03-29T02:30', '2026-03-30T02:30']],
  // 02:00 to 03:00 is left out: the change itself counts, once for all times in it.
  ['Europe/Berlin', '30 2 * * *', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-30T00:30']],
  ['Europe/Berlin', '0,30 2,3 * * *', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-29T01:30']],
  // 02:00 to 03:00 comes twice: the first time counts.
  ['Europe/Berlin', '30 2 * * *', '2026-10-24T12:00', ['2026-10-25T00:30', '2026-10-26T01:30']],
  ['Europe/Berlin', '30 2 * * *', '2026-10-25T00:30', ['2026-10-26T01:30']],
  ['Europe/Berlin', '30 2 * * *', '2026-10-25T01:10', ['2026-10-26T01:30']],
  ['Europe/London', '30 1 * * *', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-30T00:30']],
  ['America/New_York', '30 2 * * *', '2026-03-07T12:00', ['2026-03-08T07:00', '2026-03-09T06:30']],
  ['America/New_York', '30 1 * * *', '2026-10-31T12:00', ['2026-11-01T05:30', '2026-11-02T06:30']],
  // A change at midnight, which leaves out the beginning of the day.
  ['America/Santiago', '0 0 * * *', '2026-09-05T12:00', ['2026-09-06T04:00', '2026-09-07T03:00']],
  ['Africa/Cairo', '30 0 * * *', '2026-04-23T12:00', ['2026-04-23T22:00', '2026-04-24T21:30']],
  // A change of half an hour.
  [
    'Australia/Lord_Howe',
    '15 2 * * *',
    '2026-10-03T00:00',
    ['2026-10-03T15:30', '2026-10-04T15:15'],
  ],
  [
    'Australia/Lord_Howe',
    '45 1 * * *',
    '2026-04-03T20:00',
    ['2026-04-04T14:45', '2026-04-05T15:15'],
  ],
  ['Australia/Sydney', '30 2 * * *', '2026-10-03T12:00', ['2026-10-03T16:00', '2026-10-04T15:30']],
  ['Pacific/Chatham', '0 3 * * *', '2026-09-25T18:00', ['2026-09-26T14:00', '2026-09-27T13:15']],
  ['Pacific/Auckland', '30 2 * * *', '2026-04-04T00:00', ['2026-04-04T13:30', '2026-04-05T14:30']],
  ['America/St_Johns', '30 2 * * *', '2026-03-07T12:00', ['2026-03-08T05:30', '2026-03-09T05:00']],
  [
    'Asia/Kathmandu',
    '0 9 * * MON-FRI',
    '2026-05-01T12:00',
    ['2026-05-04T03:15', '2026-05-05T03:15'],
  ],
  ['Asia/Tokyo', '0 0 29 2 *', '2026-05-01T12:00', ['2028-02-28T15:00', '2032-02-28T15:00']],
];

describe('the moments of a clock', () => {
  it.each(table)('in %s of %s after %s', (zone, expression, after, expected) => {
    const range = { after: `${after}:00.000Z`, until: NO_END };
    const found = moments(cron(expression, zone), range, expected.length);
    expect(found).toEqual(expected.map((each) => `${each}:00.000Z`));
  });

  it('are one for each local time of a year, in every zone', () => {
    for (const zone of new Set(table.map(([each]) => each))) {
      for (const minute of ['30 0', '30 2']) {
        const found = moments(
          cron(`${minute} * * *`, zone),
          { after: '2026-01-01T23:59:59.000Z', until: '2026-12-31T00:00:00.000Z' },
          1_000,
        );
        const days = new Set(found.map((each) => dayOf(cron('* * * * *', zone), each)));
        expect([zone, minute, days.size]).toEqual([zone, minute, found.length]);
        expect(found.length).toBeGreaterThanOrEqual(362);
      }
    }
  });

  it('of an interval are counted from its beginning', () => {
    const clock = { kind: 'interval' as const, everySec: 90, from: '2026-05-01T12:00:00.000Z' };
    const range = { after: '2026-05-01T12:01:30.000Z', until: '2026-05-01T12:04:30.000Z' };
    const expected = ['2026-05-01T12:03:00.000Z', '2026-05-01T12:04:30.000Z'];
    expect(moments(clock, range, 10)).toEqual(expected);
    expect(moments(clock, { after: '2026-04-01T00:00:00.000Z', until: NO_END }, 1)).toEqual([
      clock.from,
    ]);
    expect(moments({ kind: 'none' }, range, 10)).toEqual([]);
  });

  it('are found from the end, over a long time as over a short one', () => {
    const until = '2026-05-08T12:00:00.000Z';
    const clock = cron('*/10 * * * *', 'Asia/Kathmandu');
    const expected = ['2026-05-08T11:45:00.000Z', '2026-05-08T11:55:00.000Z'];
    for (const after of [
      '2026-05-08T11:40:00.000Z',
      '2026-05-01T00:00:00.000Z',
      '2000-01-01T00:00:00.000Z',
    ]) {
      expect(lastMoments(clock, { after, until }, 2)).toEqual(expected);
    }
    const yearly = cron('0 0 1 1 *', 'UTC');
    const range = { after: '2020-06-01T00:00:00.000Z', until };
    expect(lastMoments(yearly, range, 2)).toEqual([
      '2025-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
  });
});
