import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTurns, PACE_MS } from './pace.ts';

const quick = () => PACE_MS.quick;
const slow = () => PACE_MS.slow;
const atOnce = () => 0;

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
    const turns = openTurns();
    expect(await mayBegin(turns.next('a', quick))).toBe(true);
    turns.took('a');
    await vi.advanceTimersByTimeAsync(PACE_MS.quick);
    expect(await mayBegin(turns.next('a', quick))).toBe(true);
  });

  it('keeps a turn that may wait until its time, for its own company', async () => {
    const turns = openTurns();
    turns.took('a');
    const turn = turns.next('a', quick);
    expect(await mayBegin(turn)).toBe(false);
    expect(await mayBegin(turns.next('b', quick))).toBe(true);
    await vi.advanceTimersByTimeAsync(PACE_MS.quick - 1);
    expect(await mayBegin(turn)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await mayBegin(turn)).toBe(true);
  });

  it('counts from the last turn', async () => {
    const turns = openTurns();
    turns.took('a');
    await vi.advanceTimersByTimeAsync(PACE_MS.quick - 10);
    turns.took('a');
    await vi.advanceTimersByTimeAsync(PACE_MS.quick - 10);
    const turn = turns.next('a', quick);
    expect(await mayBegin(turn)).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect(await mayBegin(turn)).toBe(true);
  });

  it('keeps nothing that may not wait', async () => {
    const turns = openTurns();
    turns.took('a');
    expect(await mayBegin(turns.next('a', atOnce))).toBe(true);
  });

  it('lets a slow turn wait longer, and a quicker event end its wait early', async () => {
    const turns = openTurns();
    turns.took('a');
    let paceMs: () => number = slow;
    const turn = turns.next('a', () => paceMs());
    await vi.advanceTimersByTimeAsync(PACE_MS.quick);
    expect(await mayBegin(turn)).toBe(false);
    paceMs = quick;
    turns.hurry('a');
    expect(await mayBegin(turn)).toBe(true);
  });

  it('ends a wait when it is hurried and may begin, and all when it ends', async () => {
    const turns = openTurns();
    for (const key of ['a', 'b', 'c']) turns.took(key);
    let paceMs: () => number = quick;
    const [a, b] = [turns.next('a', () => paceMs()), turns.next('b', quick)];
    turns.hurry('a');
    expect(await mayBegin(a)).toBe(false);
    paceMs = atOnce;
    turns.hurry('a');
    expect([await mayBegin(a), await mayBegin(b)]).toEqual([true, false]);
    turns.end();
    expect([await mayBegin(b), await mayBegin(turns.next('c', quick))]).toEqual([true, true]);
  });
});
