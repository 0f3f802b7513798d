import { NO_END, type RoutineClock } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { dayOf, lastMoments, moments } from './moments.ts';

const cron = (expression: string, zone: string): RoutineClock => ({
  kind: 'cron',
  expression,
  zone,
});

describe('the moments of a clock', () => {
  it('of an expression are those of timers with it', () => {
    const range = { after: '2026-09-05T12:00:00.000Z', until: NO_END };
    expect(moments(cron('0 0 * * *', 'America/Santiago'), range, 2)).toEqual([
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T03:00:00.000Z',
    ]);
    expect(dayOf(cron('0 0 * * *', 'Asia/Tokyo'), '2026-05-01T20:00:00.000Z')).toBe('2026-05-02');
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
