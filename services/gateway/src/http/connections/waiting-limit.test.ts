import { describe, expect, it } from 'vitest';
import { openWaitingLimit } from './waiting-limit.ts';

function open(limits: { perAddress: number; total: number }) {
  const dropped: string[] = [];
  const clock = { now: 0 };
  const limit = openWaitingLimit<string>({
    ...limits,
    drop: (item) => dropped.push(item),
    now: () => clock.now,
  });
  return { ...limit, dropped, clock };
}

describe('what waits for clients', () => {
  it('is refused if its address has as many as it may', () => {
    const { begin, dropped } = open({ perAddress: 2, total: 10 });
    expect([begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3')]).toEqual([true, true, false]);
    expect(begin('b', 'b1')).toBe(true);
    expect(dropped).toEqual([]);
  });

  it('makes room for newer ones of its address after a second, the oldest first', () => {
    const { begin, dropped, clock } = open({ perAddress: 2, total: 10 });
    begin('a', 'a1');
    clock.now = 500;
    begin('a', 'a2');
    clock.now = 1_000;
    expect([begin('a', 'a3'), begin('a', 'a4')]).toEqual([true, false]);
    expect(dropped).toEqual(['a1']);
  });

  it('makes room for other addresses if there are too many altogether', () => {
    const { begin, dropped, clock } = open({ perAddress: 2, total: 2 });
    begin('a', 'a1');
    begin('b', 'b1');
    expect(begin('c', 'c1')).toBe(false);
    clock.now = 1_000;
    expect(begin('c', 'c1')).toBe(true);
    expect(dropped).toEqual(['a1']);
  });

  it('is not counted any more when it has ended', () => {
    const { begin, end } = open({ perAddress: 1, total: 10 });
    begin('a', 'a1');
    end('a1');
    end('never begun');
    expect(begin('a', 'a2')).toBe(true);
  });
});
