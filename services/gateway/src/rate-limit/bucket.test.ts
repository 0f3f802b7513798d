import { describe, expect, it } from 'vitest';
import { fullBucket, refilled, secondsUntilFull, secondsUntilOne } from './bucket.ts';

const rate = { perSecond: 10, burst: 40 };

describe('a bucket', () => {
  it('starts full and never holds more than its burst', () => {
    expect(refilled(fullBucket(rate, 0), rate, 60_000)).toEqual({ tokens: 40, at: 60_000 });
  });

  it('refills with time', () => {
    expect(refilled({ tokens: 0, at: 0 }, rate, 1_500).tokens).toBe(15);
    expect(refilled({ tokens: -10, at: 0 }, rate, 500).tokens).toBe(-5);
  });

  it('does not refill when the clock goes back', () => {
    expect(refilled({ tokens: 3, at: 1_000 }, rate, 0)).toEqual({ tokens: 3, at: 0 });
  });

  it.each([
    [0, 1],
    [0.9, 1],
    [-9, 1],
    [-10, 2],
    [-99, 10],
  ])('with %d tokens has a token in %d seconds', (tokens, seconds) => {
    expect(secondsUntilOne({ tokens, at: 0 }, rate)).toBe(seconds);
  });

  it.each([
    [40, 0],
    [39, 1],
    [0, 4],
    [-40, 8],
  ])('with %d tokens is full in %d seconds', (tokens, seconds) => {
    expect(secondsUntilFull({ tokens, at: 0 }, rate)).toBe(seconds);
  });
});
