import { describe, expect, it } from 'vitest';
import { centsOf, runCost } from './money.ts';

it('shows of a run what is known of its price, and never zero for the rest', () => {
  const tokens = { inputTokens: 9, outputTokens: 0, cachedInputTokens: 0, model: 'm-1' };
  const priced = { ...tokens, costCents: 30, priceStatus: 'estimated' } as const;
  const parts = { priced, unpriced: tokens };
  expect(runCost(null)).toBeUndefined();
  expect(runCost({ costCents: 30 })).toBe('$0.30');
  expect(runCost({ costCents: null })).toBe('unknown price');
  expect(runCost({ costCents: null, parts })).toBe('at least $0.30');
});

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
