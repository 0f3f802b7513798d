import { expect, it } from 'vitest';
import { outageWaitSeconds } from './outage.ts';

it('a provider that is away is tried again after growing waits of at most ten minutes, for ever', () => {
  const tries = [1, 2, 3, 4, 5, 6, 1_000, 100_000];
  expect(tries.map(outageWaitSeconds)).toEqual([2, 10, 50, 250, 600, 600, 600, 600]);
});
