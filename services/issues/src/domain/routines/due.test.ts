/** Policy × outage: what the sweep makes of the moments that have come meanwhile. */
import type { RoutineCatchUp, RoutineClock } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { decideDue } from './due.ts';

const hourly: RoutineClock = { kind: 'cron', expression: '0 * * * *', zone: 'Europe/Berlin' };
const CAP = 3;
const FIRST = '2026-05-01T12:00:00.000Z';
const MINUTE_MS = 60_000;

/** Asks until nothing is due, as the sweep does. */
function catchUp(policy: RoutineCatchUp, outageMs: number) {
  const now = new Date(Date.parse(FIRST) + outageMs).toISOString();
  const fired: string[] = [];
  const leftOut: string[] = [];
  let nextFireAt: string | null = FIRST;
  while (nextFireAt !== null && nextFireAt <= now) {
    const due = { clock: hourly, catchUp: policy, catchUpCap: CAP, nextFireAt };
    const decided = decideDue(due, now);
    if (decided.fire) fired.push(decided.fire);
    if (decided.leftOut) leftOut.push(`${decided.leftOut.from}/${decided.leftOut.to}`);
    nextFireAt = decided.next;
  }
  const short = (text: string) => text.replaceAll(/2026-05-(\d\d)T(\d\d):00:00\.000Z/g, '$1T$2');
  return { fired: fired.map(short), leftOut: leftOut.map(short), next: nextFireAt };
}

describe('the moments of an outage', () => {
  it.each([
    ['none', 'a second', 1_000, ['01T12'], []],
    ['none', 'a minute', MINUTE_MS, ['01T12'], []],
    ['none', 'half an hour', 30 * MINUTE_MS, [], ['01T12/01T12']],
    ['none', 'five hours', 310 * MINUTE_MS, [], ['01T12/01T17']],
    ['none', 'five hours, up to a moment', 300 * MINUTE_MS, ['01T17'], ['01T12/01T16']],
    ['latest', 'a minute', MINUTE_MS, ['01T12'], []],
    ['latest', 'half an hour', 30 * MINUTE_MS, ['01T12'], []],
    ['latest', 'five hours', 310 * MINUTE_MS, ['01T17'], ['01T12/01T16']],
    ['latest', 'a week', 7 * 1_440 * MINUTE_MS, ['08T12'], ['01T12/08T11']],
    ['all', 'a minute', MINUTE_MS, ['01T12'], []],
    ['all', 'two hours', 130 * MINUTE_MS, ['01T12', '01T13', '01T14'], []],
    ['all', 'five hours', 310 * MINUTE_MS, ['01T15', '01T16', '01T17'], ['01T12/01T14']],
    ['all', 'a week', 7 * 1_440 * MINUTE_MS, ['08T10', '08T11', '08T12'], ['01T12/08T09']],
  ] as const)('with %s after %s', (policy, _, outageMs, fired, leftOut) => {
    const seen = catchUp(policy, outageMs);
    expect(seen).toMatchObject({ fired, leftOut });
    expect(Date.parse(seen.next ?? '')).toBeGreaterThan(Date.parse(FIRST) + outageMs);
  });
});
