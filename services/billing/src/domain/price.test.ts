import { describe, expect, it } from 'vitest';
import { centsAtHighestPrice, priceOf } from './price.ts';

const none = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
const some = { inputTokens: 600, outputTokens: 300, cachedInputTokens: 100 };

describe('centsAtHighestPrice', () => {
  it('charges all tokens, those of a cache a tenth, rounded up, and nothing for none', () => {
    expect(centsAtHighestPrice(some, 2_000)).toBe(2);
    expect(centsAtHighestPrice({ ...some, inputTokens: 691 }, 2_000)).toBe(3);
    expect(centsAtHighestPrice({ ...none, cachedInputTokens: 1_000_000 }, 2_000)).toBe(200);
    expect(centsAtHighestPrice(none, 2_000)).toBe(0);
    expect(centsAtHighestPrice(some, 0)).toBe(0);
  });
});

describe('priceOf', () => {
  it.each([
    { costCents: 5, is: { costCents: 5, priceStatus: 'measured' } },
    { costCents: 0, is: { costCents: 0, priceStatus: 'estimated' } },
    {
      costCents: 5,
      priceStatus: 'estimated' as const,
      is: { costCents: 5, priceStatus: 'estimated' },
    },
    { is: { costCents: 2, priceStatus: 'unknown' } },
    { priceStatus: 'unknown' as const, is: { costCents: 2, priceStatus: 'unknown' } },
  ])('of $costCents cents, $priceStatus, is $is', ({ is, ...price }) => {
    expect(priceOf(price, some, 2_000)).toEqual(is);
  });

  it('of zero was measured only where there was nothing to pay for', () => {
    expect(priceOf({ costCents: 0 }, none, 2_000)).toMatchObject({ priceStatus: 'measured' });
    const claimed = { costCents: 0, priceStatus: 'measured' } as const;
    expect(priceOf(claimed, some, 2_000)).toMatchObject({ priceStatus: 'estimated' });
  });

  it('is a contradiction if the price is given and unknown, or certain and absent', () => {
    const field = (price: Parameters<typeof priceOf>[0], tokens = some) => {
      const outcome = priceOf(price, tokens, 2_000);
      return 'field' in outcome ? outcome.field : undefined;
    };
    expect(field({ costCents: 1, priceStatus: 'unknown' })).toBe('priceStatus');
    expect(field({ priceStatus: 'measured' })).toBe('costCents');
    expect(field({ priceStatus: 'estimated' })).toBe('costCents');
    expect(field({}, none)).toBe('costCents');
    expect(field({ priceStatus: 'unknown' }, none)).toBe('costCents');
  });
});
