import { describe, expect, it } from 'vitest';
import { changedKeys, isSame, mergeKeys, unmask } from './json.ts';

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

describe('mergeKeys', () => {
  it('keeps absent keys and removes keys that are null', () => {
    expect(mergeKeys({ a: 1, b: 2, c: 3 }, { b: 20, c: null, d: 4 })).toEqual({
      a: 1,
      b: 20,
      d: 4,
    });
  });

  it('keeps a secret whose mask is sent back', () => {
    const current = { apiKey: 'real', env: { A: 'x', B: 'y' }, args: ['p', 'q'] };
    const patch = { apiKey: '***', env: { A: '***', B: 'new' }, args: ['***', 'r'] };
    expect(mergeKeys(current, patch)).toEqual({
      apiKey: 'real',
      env: { A: 'x', B: 'new' },
      args: ['p', 'r'],
    });
  });

  it('changes no prototype', () => {
    const patch: object = JSON.parse('{"__proto__": {"polluted": true}}');
    expect('polluted' in mergeKeys({}, patch)).toBe(false);
  });
});

describe('unmask', () => {
  it('leaves a mask without a current value', () => {
    expect(unmask({ a: '***' }, {})).toEqual({ a: '***' });
  });
});
