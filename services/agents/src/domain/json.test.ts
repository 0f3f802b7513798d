import { describe, expect, it } from 'vitest';
import { changedKeys, isSame, merged, unmasked } from './json.ts';

describe('isSame', () => {
  it('does not mind the order of keys', () => {
    expect(isSame({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }, { b: { c: [1, { e: 3, d: 2 }] }, a: 1 }))
      .toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 2 }], [{ a: 1 }, { b: 1 }], [{ a: 1 }, {}], [[1, 2], [2, 1]], [[1], [1, 1]],
    [{}, []], [null, {}], [[], {}], ['1', 1], [{ a: undefined }, { b: 1 }],
  ])('tells %j from %j', (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });
});

describe('changedKeys', () => {
  it('names what was added, changed and taken away', () => {
    expect(changedKeys({ a: 1, b: 1, c: 1 }, { b: 2, c: 1, d: 1 })).toEqual(['a', 'b', 'd']);
  });
});

describe('merged', () => {
  it('keeps what is left out and takes away what is null', () => {
    expect(merged({ a: 1, b: 2, c: 3 }, { b: 20, c: null, d: 4 })).toEqual({ a: 1, b: 20, d: 4 });
  });

  it('keeps a secret whose mask comes back', () => {
    const current = { apiKey: 'real', env: { A: 'x', B: 'y' }, args: ['p', 'q'] };
    const patch = { apiKey: '***', env: { A: '***', B: 'new' }, args: ['***', 'r'] };
    expect(merged(current, patch)).toEqual({
      apiKey: 'real', env: { A: 'x', B: 'new' }, args: ['p', 'r'],
    });
  });

  it('changes no prototype', () => {
    const patch: object = JSON.parse('{"__proto__": {"polluted": true}}');
    expect('polluted' in merged({}, patch)).toBe(false);
  });
});

describe('unmasked', () => {
  it('leaves a mask that hides nothing', () => {
    expect(unmasked({ a: '***' }, {})).toEqual({ a: '***' });
  });
});
