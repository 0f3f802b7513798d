import { describe, expect, it } from 'vitest';
import { RETRIES_MAX, retries } from './retry.ts';

describe('retries', () => {
  it('takes up the first three lost runs of the window and no further one', () => {
    expect([1, 2, 3, 4, 5].map(retries)).toEqual([true, true, true, false, false]);
    expect(RETRIES_MAX).toBe(3);
  });
});
