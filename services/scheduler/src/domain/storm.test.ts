import { describe, expect, it } from 'vitest';
import { stormSign } from './storm.ts';

describe('stormSign', () => {
  it.each([
    [0, 1, undefined],
    [8, 1, undefined],
    [9, 1, 'too_many_hops'],
    [1, 12, undefined],
    [1, 13, 'too_many_wakes'],
    [9, 13, 'too_many_hops'],
  ] as const)('after %i hops and %i wakes by one cause is %s', (hops, wakes, sign) => {
    expect(stormSign(hops, wakes)).toBe(sign);
  });
});
