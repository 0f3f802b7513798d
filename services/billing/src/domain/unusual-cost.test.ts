import { describe, expect, it } from 'vitest';
import { unusualCost } from './unusual-cost.ts';

describe('unusualCost', () => {
  it('is five times the median of the runs before it', () => {
    const earlier = [10, 900, 12, 8, 10, 11];
    expect(unusualCost(54, earlier)).toBeUndefined();
    expect(unusualCost(55, earlier)).toEqual({ medianCents: 11, runs: 6 });
  });

  it('is nothing where too few runs are known, or where the cost is small', () => {
    expect(unusualCost(10_000, [1, 1, 1, 1])).toBeUndefined();
    expect(unusualCost(24, [1, 1, 1, 1, 1])).toBeUndefined();
    expect(unusualCost(25, [1, 1, 1, 1, 1])).toEqual({ medianCents: 1, runs: 5 });
  });
});
