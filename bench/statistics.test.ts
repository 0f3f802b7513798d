import { describe, expect, it } from 'vitest';
import { compare, median, quantile } from './statistics.ts';

describe('median', () => {
  it('is the value in the middle, in whatever order they come', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is halfway between the two in the middle of an even number', () => {
    expect(median([4, 1, 2, 100])).toBe(3);
  });

  it('sorts by size and not as text', () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it('of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

  it('finds the value below which that share of all lies', () => {
    expect(quantile(hundred, 0.5)).toBe(51);
    expect(quantile(hundred, 0.95)).toBe(96);
  });

  it('is the largest value at most', () => {
    expect(quantile([1, 2], 1)).toBe(2);
    expect(quantile([7], 0.95)).toBe(7);
  });
});

describe('compare', () => {
  it('takes the ratio within each round, so that a slow round weighs on both', () => {
    const { ratio, ratioMin, ratioMax } = compare([
      [1, 2],
      [30, 50],
      [3, 4],
    ]);
    expect(ratio).toBe(0.6);
    expect([ratioMin, ratioMax]).toEqual([0.5, 0.75]);
  });

  it('has the median of each side', () => {
    expect(
      compare([
        [1, 9],
        [2, 8],
        [3, 4],
      ]),
    ).toMatchObject({ these: 2, others: 8 });
  });
});
