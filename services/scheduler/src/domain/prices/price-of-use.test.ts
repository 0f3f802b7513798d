import { describe, expect, it } from 'vitest';
import { priceOfUse } from './price-of-use.ts';

const used = (model: string, tokens: number, costUsd?: number) => ({
  model,
  inputTokens: tokens,
  cacheWriteTokens: tokens,
  cachedInputTokens: tokens,
  outputTokens: tokens,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const price = { input: 3, cacheWrite: 4, cachedInput: 0.3, output: 15, source: 'its page' };
const longPrompts = { aboveTokens: 200_000, input: 6, cacheWrite: 8, cachedInput: 0.6, output: 20 };
const prices = {
  models: {
    listed: { ...price, date: '2026-10-24' },
    older: { ...price, date: '2026-05-01' },
    tiered: { ...price, longPrompts, date: '2026-10-24' },
  },
};
const metered = { isMetered: true, prices };
const flat = { isMetered: false, prices };

describe('the price of what a run has used', () => {
  it('is measured where the program names it under a key that is paid by the token', () => {
    expect(priceOfUse([used('x', 10, 0.5), used('y', 1, 0.011)], metered)).toEqual({
      costCents: 52,
      priceStatus: 'measured',
    });
  });

  it('is estimated where the program names a list price under a flat plan', () => {
    expect(priceOfUse([used('x', 10, 0.5)], flat)).toEqual({
      costCents: 50,
      priceStatus: 'estimated',
    });
  });

  it('is calculated from the list where the program names none, with the oldest date', () => {
    const listed = used('listed', 1_000_000);
    expect(priceOfUse([listed], metered)).toEqual({
      costCents: 2_230,
      priceStatus: 'estimated',
      priceDate: '2026-10-24',
    });
    expect(priceOfUse([listed, used('older', 1_000_000), used('x', 9, 1)], metered)).toEqual({
      costCents: 4_560,
      priceStatus: 'estimated',
      priceDate: '2026-05-01',
    });
  });

  it('has the rates of long prompts once all prompts together are longer than a short one', () => {
    const upTo = { ...used('tiered', 0), inputTokens: 100_000, cachedInputTokens: 100_000 };
    const cents = (more: object) => priceOfUse([{ ...upTo, ...more }], metered).costCents;
    expect(cents({ outputTokens: 1_000_000 })).toBe(1_533);
    expect(cents({ outputTokens: 1_000_000, cachedInputTokens: 100_001 })).toBe(2_067);
    expect(cents({ cacheWriteTokens: 100_000 })).toBe(146);
  });

  it('is what is left of it where a part was booked before', () => {
    const { model: _, ...booked } = used('listed', 1_000_000);
    expect(priceOfUse([{ ...used('listed', 9, 30), booked }], metered)).toEqual({
      costCents: 770,
      priceStatus: 'estimated',
    });
    expect(priceOfUse([{ ...used('x', 9, 30), booked }], metered)).toMatchObject({
      costCents: 3_000,
      priceStatus: 'estimated',
    });
  });

  it('is never zero because the program says so', () => {
    expect(priceOfUse([used('listed', 1_000_000, 0)], metered)).toMatchObject({ costCents: 2_230 });
    expect(priceOfUse([used('x', 1, 0)], metered)).toEqual({
      costCents: null,
      priceStatus: 'unknown',
    });
    expect(priceOfUse([used('x', 0)], metered)).toMatchObject({ costCents: 0 });
  });

  it('is unknown for the tokens of the models that have none, and for no others', () => {
    const models = [used('x', 1, 5), used('listed', 1_000_000), used('constructor', 2)];
    expect(priceOfUse(models, metered)).toEqual({
      costCents: null,
      priceStatus: 'unknown',
      parts: {
        priced: {
          model: 'listed',
          inputTokens: 2_000_002,
          cachedInputTokens: 1_000_001,
          outputTokens: 1_000_001,
          costCents: 2_730,
          priceStatus: 'estimated',
          priceDate: '2026-10-24',
        },
        unpriced: {
          model: 'constructor',
          inputTokens: 4,
          cachedInputTokens: 2,
          outputTokens: 2,
        },
      },
    });
  });

  it('is unknown as a whole where no model has one, or none is named', () => {
    const unknown = { costCents: null, priceStatus: 'unknown' };
    expect(priceOfUse([used('x', 1), used('listed', 0)], metered)).toEqual(unknown);
    expect(priceOfUse([], metered)).toEqual(unknown);
  });
});
