import { describe, expect, it } from 'vitest';
import { centsOf } from './money.ts';

describe('a sum that somebody writes', () => {
  it.each([
    ['250', 25_000],
    ['99.5', 9_950],
    ['12,50', 1_250],
    ['$1,000', 100_000],
    ['1,000.05', 100_005],
    ['0', 0],
  ])('is read from %s', (text, cents) => expect(centsOf(text)).toBe(cents));

  it.each(['', 'ten', '-5', '1.234', '1,00,0', '$'])('is not read from "%s"', (text) => {
    expect(centsOf(text)).toBeUndefined();
  });
});
