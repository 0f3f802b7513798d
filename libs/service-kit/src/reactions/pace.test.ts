import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPace, PACE_MS } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether the next turn of the company may begin now. */
async function mayBegin(turn: Promise<void>): Promise<boolean> {
  let begun = false;
  void turn.then(() => (begun = true));
  await vi.advanceTimersByTimeAsync(0);
  return begun;
}

describe('the pace of turns', () => {
  it('lets a lone event go at once', async () => {
    const pace = openPace();
    expect(await mayBegin(pace.next('a', true))).toBe(true);
    pace.took('a');
    await vi.advanceTimersByTimeAsync(PACE_MS);
    expect(await mayBegin(pace.next('a', true))).toBe(true);
  });

  it('keeps a turn that may wait until its time, for its own company', async () => {
    const pace = openPace();
    pace.took('a');
    const turn = pace.next('a', true);
    expect(await mayBegin(turn)).toBe(false);
    expect(await mayBegin(pace.next('b', true))).toBe(true);
    await vi.advanceTimersByTimeAsync(PACE_MS - 1);
    expect(await mayBegin(turn)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await mayBegin(turn)).toBe(true);
  });

  it('counts from the last turn', async () => {
    const pace = openPace();
    pace.took('a');
    await vi.advanceTimersByTimeAsync(PACE_MS - 10);
    pace.took('a');
    await vi.advanceTimersByTimeAsync(PACE_MS - 10);
    const turn = pace.next('a', true);
    expect(await mayBegin(turn)).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect(await mayBegin(turn)).toBe(true);
  });

  it('keeps nothing that may not wait', async () => {
    const pace = openPace();
    pace.took('a');
    expect(await mayBegin(pace.next('a', false))).toBe(true);
  });

  it('ends a wait when it is hurried, and all when it ends', async () => {
    const pace = openPace();
    for (const key of ['a', 'b', 'c']) pace.took(key);
    const [a, b] = [pace.next('a', true), pace.next('b', true)];
    pace.hurry('a');
    expect([await mayBegin(a), await mayBegin(b)]).toEqual([true, false]);
    pace.end();
    expect([await mayBegin(b), await mayBegin(pace.next('c', true))]).toEqual([true, true]);
  });
});
