import { describe, expect, it } from 'vitest';
import { keyWithin } from './key-within.ts';

const none = { companies: null, readOnly: false, mayDecide: null };

describe('the key of a stored answer', () => {
  it('is that of the client without limits, and another for each of them', () => {
    for (const limits of [undefined, none, { ...none, mayDecide: true }]) {
      expect(keyWithin(limits, 'key')).toBe('key');
    }
    const keys = [
      { ...none, readOnly: true },
      { ...none, mayDecide: false },
      { ...none, companies: ['one'] },
      { ...none, companies: ['one', 'two'] },
    ].map((limits) => keyWithin(limits, 'key'));
    expect(new Set(['key', ...keys]).size).toBe(5);
    expect(keyWithin({ ...none, companies: ['two', 'one'] }, 'key')).toBe(keys[3]);
  });
});
