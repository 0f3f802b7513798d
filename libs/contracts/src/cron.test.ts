import { describe, expect, it } from 'vitest';
import { isCron, nextCronTime } from './cron.ts';

const times = (cron: string, timeZone: string, from: string, count: number): string[] => {
  const found: string[] = [];
  for (let after = from; found.length < count; after = found.at(-1) as string) {
    found.push(nextCronTime({ cron, timeZone }, after) ?? 'never');
  }
  return found.map((time) => time.slice(5, 16));
};

describe('nextCronTime', () => {
  it.each([
    [
      'a skipped time moves to the next hour',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      ['03-29T01:30', '03-30T00:30', '03-31T00:30'],
    ],
    [
      'a repeated time counts once',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['10-25T00:30', '10-26T01:30', '10-27T01:30'],
    ],
    [
      'a repeated time counts once in New York',
      '30 1 * * *',
      'America/New_York',
      '2026-10-31T12:00:00Z',
      ['11-01T05:30', '11-02T06:30', '11-03T06:30'],
    ],
    [
      'a skipped time moves to the next hour in New York',
      '30 2 * * *',
      'America/New_York',
      '2026-03-07T12:00:00Z',
      ['03-08T07:30', '03-09T06:30', '03-10T06:30'],
    ],
    [
      'an hourly expression has every hour in spring',
      '0 * * * *',
      'Europe/Berlin',
      '2026-03-28T23:30:00Z',
      ['03-29T00:00', '03-29T01:00', '03-29T02:00'],
    ],
    [
      'an hourly expression has every hour in autumn',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['10-25T00:00', '10-25T01:00', '10-25T02:00'],
    ],
    [
      'a half-hourly expression has every half hour in autumn',
      '*/30 * * * *',
      'Europe/Berlin',
      '2026-10-25T00:15:00Z',
      ['10-25T00:30', '10-25T01:00', '10-25T01:30'],
    ],
    [
      'a zone with an offset of half an hour',
      '0 9 * * 1',
      'Australia/Lord_Howe',
      '2026-03-27T00:00:00Z',
      ['03-29T22:00', '04-05T22:30', '04-12T22:30'],
    ],
    [
      'a zone without summer time',
      '0 9 * * *',
      'Asia/Kolkata',
      '2026-03-28T12:00:00Z',
      ['03-29T03:30', '03-30T03:30'],
    ],
    [
      'working days',
      '0 8 * * MON-FRI',
      'UTC',
      '2026-11-20T12:00:00Z',
      ['11-23T08:00', '11-24T08:00'],
    ],
    [
      'the last day of the month',
      '0 0 L * *',
      'UTC',
      '2026-02-01T00:00:00Z',
      ['02-28T00:00', '03-31T00:00', '04-30T00:00'],
    ],
    [
      'a day that comes every four years',
      '0 0 29 2 *',
      'UTC',
      '2026-01-01T00:00:00Z',
      ['02-29T00:00'],
    ],
  ])('%s', (_, cron, zone, from, expected) => {
    expect(times(cron, zone, from, expected.length)).toEqual(expected);
  });

  it('is strictly after the given time', () => {
    const daily = { cron: '0 8 * * *', timeZone: 'UTC' };
    expect(nextCronTime(daily, '2026-11-20T08:00:00.000Z')).toBe('2026-11-21T08:00:00.000Z');
    expect(nextCronTime(daily, '2026-11-20T07:59:59.999Z')).toBe('2026-11-20T08:00:00.000Z');
  });
});

describe('isCron', () => {
  it.each(['* * * * *', '*/5 9-17 * * 1-5', '0 0 1,15 JAN *', '0 0 * * 5#2', '0 0 L * *'])(
    'accepts %s',
    (text) => expect(isCron(text)).toBe(true),
  );

  it.each([
    '',
    '*',
    '* * *',
    '* * * * * *',
    '@daily',
    '61 * * * *',
    '0 24 * * *',
    '0 0 32 * *',
    'a b c d e',
    'H * * * *',
    '0 0 30 2 *',
    '0 0 31 2,4 *',
    '0  0 * * *',
    ' 0 0 * * *',
    '0 0 * * *\n',
    '0 0 * * ?',
    '2026-01-01T00:00:00',
    `${'1,'.repeat(500)}1 * * * *\u0000`,
  ])('refuses %j', (text) => expect(isCron(text)).toBe(false));
});
