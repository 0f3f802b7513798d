import { describe, expect, it } from 'vitest';
import { cronTimes, localDay, nextCronTime, NO_END } from './cron-times.ts';

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
  // Each hour that the clocks show, in spring and in autumn.
  [
    'Europe/Berlin',
    '0 * * * *',
    '2026-03-28T23:30',
    ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'],
  ],
  [
    'Europe/Berlin',
    '0 * * * *',
    '2026-10-24T23:30',
    ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
  ],
  [
    'Europe/Berlin',
    '*/30 * * * *',
    '2026-10-25T00:15',
    ['2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30'],
  ],
  [
    'Australia/Lord_Howe',
    '0 * * * *',
    '2026-04-04T14:30',
    ['2026-04-04T15:30', '2026-04-04T16:30'],
  ],
  ['Europe/Berlin', '30 * 1 JUN *', '2026-05-01T00:00', ['2026-05-31T22:30', '2026-05-31T23:30']],
  [
    'Australia/Lord_Howe',
    '0 9 * * 1',
    '2026-03-27T00:00',
    ['2026-03-29T22:00', '2026-04-05T22:30', '2026-04-12T22:30'],
  ],
  ['Asia/Kolkata', '0 9 * * *', '2026-03-28T12:00', ['2026-03-29T03:30', '2026-03-30T03:30']],
  ['UTC', '0 0 L * *', '2026-02-01T00:00', ['2026-02-28T00:00', '2026-03-31T00:00']],
];

describe('the moments of an expression', () => {
  it.each(table)('in %s of %s after %s', (timeZone, cron, after, expected) => {
    const plan = { cron, timeZone };
    const range = { after: `${after}:00.000Z`, until: NO_END };
    const found = cronTimes(plan, range, expected.length);
    expect(found).toEqual(expected.map((each) => `${each}:00.000Z`));
    // One after the other, as a timer asks, they are the same.
    let last = range.after;
    for (const each of found) expect((last = nextCronTime(plan, last) ?? '')).toBe(each);
  });

  it('are one for each local time of a year, in every zone', () => {
    for (const timeZone of new Set(table.map(([each]) => each))) {
      for (const minute of ['30 0', '30 2']) {
        const found = cronTimes(
          { cron: `${minute} * * *`, timeZone },
          { after: '2026-01-01T23:59:59.000Z', until: '2026-12-31T00:00:00.000Z' },
          1_000,
        );
        const days = new Set(found.map((each) => localDay(timeZone, each)));
        expect([timeZone, minute, days.size]).toEqual([timeZone, minute, found.length]);
        expect(found.length).toBeGreaterThanOrEqual(362);
      }
    }
  });

  it('for each hour keep their rhythm where the clocks change by an hour', () => {
    const range = { until: NO_END };
    for (const timeZone of ['Europe/Berlin', 'America/Santiago', 'Pacific/Auckland', 'UTC']) {
      for (const after of ['2026-03-01', '2026-09-01', '2026-10-20']) {
        const from = Date.parse(`${after}T00:00:00.000Z`);
        const found = cronTimes(
          { cron: '0 * * * *', timeZone },
          { ...range, after: new Date(from).toISOString() },
          1_000,
        );
        const steady = found.map((_, at) => new Date(from + (at + 1) * 3_600_000).toISOString());
        expect(found).toEqual(steady);
      }
    }
  });

  it('are strictly after the given time', () => {
    const daily = { cron: '0 8 * * *', timeZone: 'UTC' };
    expect(nextCronTime(daily, '2026-11-20T08:00:00.000Z')).toBe('2026-11-21T08:00:00.000Z');
    expect(nextCronTime(daily, '2026-11-20T07:59:59.999Z')).toBe('2026-11-20T08:00:00.000Z');
  });

  it.each([
    ['0 8 * * *', 'Nowhere/Ever'],
    ['a b c d e', 'UTC'],
    ['0 0 30 2 *', 'UTC'],
  ])('are none of %s in %s', (cron, timeZone) => {
    expect(nextCronTime({ cron, timeZone }, '2026-11-20T08:00:00.000Z')).toBeUndefined();
  });
});
