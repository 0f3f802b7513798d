import { describe, expect, it } from 'vitest';
import { dueAfter, firstDelay, firstDue, nextDue } from './schedule.ts';

const INTERVAL = 300_000;

describe('nextDue', () => {
  it('is one interval later when the timer was fired on time', () => {
    expect(nextDue(1_000_000, INTERVAL, 1_000_000)).toBe(1_300_000);
    expect(nextDue(1_000_000, INTERVAL, 1_000_900)).toBe(1_300_000);
  });

  it('does not drift over a thousand times that are each a little late', () => {
    let due = 0;
    for (let time = 0; time < 1_000; time++) due = nextDue(due, INTERVAL, due + 999);
    expect(due).toBe(1_000 * INTERVAL);
  });

  it('does not replay missed times, and keeps its grid', () => {
    const next = nextDue(0, INTERVAL, 10 * INTERVAL + 5);
    expect(next).toBe(11 * INTERVAL);
  });

  it.each([0, 1, 149_999, 150_001, 299_999, 300_000, 1_000_000, 86_400_000])(
    'is at least half an interval away when %i ms late',
    (late) => {
      const next = nextDue(0, INTERVAL, late);
      expect(next - late).toBeGreaterThanOrEqual(INTERVAL / 2);
      expect(next - late).toBeLessThanOrEqual(1.5 * INTERVAL);
      expect(next % INTERVAL).toBe(0);
    },
  );
});

describe('firstDelay', () => {
  const agentIds = Array.from(
    { length: 10_000 },
    (_, n) => `0193a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  );

  it('is the same for the same agent', () => {
    for (const agentId of agentIds.slice(0, 10)) {
      expect(firstDelay(agentId, INTERVAL)).toBe(firstDelay(agentId, INTERVAL));
    }
  });

  it('spreads ten thousand agents over the whole interval', () => {
    const seconds = new Map<number, number>();
    for (const agentId of agentIds) {
      const delay = firstDelay(agentId, INTERVAL);
      expect(delay).toBeLessThan(INTERVAL);
      const second = Math.floor(delay / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    // 33 a second on average; a spike would hold hundreds.
    expect(Math.max(...seconds.values())).toBeLessThan(80);
  });
});

describe('a timer with a cron expression', () => {
  const daily = { intervalSec: 300, cron: '0 8 * * *', timeZone: 'Europe/Berlin' };

  it('is due at its times in its zone, before and after the end of summer time', () => {
    expect(firstDue('ada', daily, '2026-10-23T12:00:00.000Z')).toBe('2026-10-24T06:00:00.000Z');
    expect(dueAfter(daily, '2026-10-24T06:00:00.000Z', '2026-10-24T06:00:00.900Z')).toBe(
      '2026-10-25T07:00:00.000Z',
    );
  });

  it('does not replay missed times', () => {
    expect(dueAfter(daily, '2026-11-01T07:00:00.000Z', '2026-11-20T12:00:00.000Z')).toBe(
      '2026-11-21T07:00:00.000Z',
    );
  });
});

describe('a timer with an interval', () => {
  it('begins somewhere in the first interval and keeps its grid', () => {
    const plan = { intervalSec: 300, cron: null, timeZone: 'UTC' };
    const now = '2026-11-20T12:00:00.000Z';
    const first = firstDue('ada', plan, now);
    expect(Date.parse(first) - Date.parse(now)).toBe(firstDelay('ada', INTERVAL));
    expect(dueAfter(plan, now, now)).toBe('2026-11-20T12:05:00.000Z');
  });
});
