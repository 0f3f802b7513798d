import { describe, expect, it } from 'vitest';
import { changedKeys, isSame } from './json.ts';

describe('isSame', () => {
  it('ignores the order of keys', () => {
    expect(
      isSame({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }, { b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
    ).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{}, []],
    [null, {}],
    [[], {}],
    ['1', 1],
    [{ a: undefined }, { b: 1 }],
  ])('distinguishes %j from %j', (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });
});

describe('changedKeys', () => {
  it('lists added, changed and removed keys', () => {
    expect(changedKeys({ a: 1, b: 1, c: 1 }, { b: 2, c: 1, d: 1 })).toEqual(['a', 'b', 'd']);
  });
});
