import { describe, expect, it } from 'vitest';
import { mergeKeys, unmask } from './json.ts';

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
