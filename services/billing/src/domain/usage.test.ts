import { CENTS_MAX, TOKENS_MAX, Usage } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addIncrease, increaseOf, nothingBooked } from './usage.ts';

const usage = (fields: Partial<Usage>): Usage => Usage.parse(fields);

describe('increaseOf', () => {
  it('is what came on top of what is booked', () => {
    const first = usage({ costCents: 10, inputTokens: 100, outputTokens: 5 });
    const increase = increaseOf(nothingBooked, first, 0);
    expect(increase).toMatchObject({ costCents: 10, inputTokens: 100, priceStatus: 'measured' });
    const booked = addIncrease(nothingBooked, increase ?? expect.fail('nothing to book'));
    const second = usage({ costCents: 25, inputTokens: 100, outputTokens: 9 });
    expect(increaseOf(booked, second, 0)).toEqual({
      costCents: 15, inputTokens: 0, outputTokens: 4, cachedInputTokens: 0,
      priceStatus: 'measured',
    });
  });

  it('is nothing when the same total comes again, or a smaller one', () => {
    const booked = { ...nothingBooked, bookings: 1, costCents: 10, inputTokens: 100 };
    expect(increaseOf(booked, usage({ costCents: 10, inputTokens: 100 }), 0)).toBeUndefined();
    expect(increaseOf(booked, usage({ costCents: 4, inputTokens: 50 }), 0)).toBeUndefined();
    expect(increaseOf(nothingBooked, usage({}), 2_000)).toBeUndefined();
  });

  it('books no more of a run than one report can have', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const absurd = usage({
      costCents: most, inputTokens: most, outputTokens: most, cachedInputTokens: most,
    });
    const increase = increaseOf(nothingBooked, absurd, 0) ?? expect.fail('nothing to book');
    expect(increase).toMatchObject({ costCents: CENTS_MAX, cachedInputTokens: TOKENS_MAX });
    expect(increaseOf(addIncrease(nothingBooked, increase), absurd, 0)).toBeUndefined();
    const unpriced = increaseOf(nothingBooked, { ...absurd, costCents: null }, 100_000_000);
    expect(unpriced).toMatchObject({ costCents: CENTS_MAX, priceStatus: 'unknown' });
  });

  it('charges an unknown price for the whole run, however many reports there are', () => {
    let booked = nothingBooked;
    for (let inputTokens = 100; inputTokens <= 1_000; inputTokens += 100) {
      const increase = increaseOf(booked, usage({ costCents: null, inputTokens }), 2_000);
      expect(increase).toMatchObject({ inputTokens: 100, priceStatus: 'unknown' });
      booked = addIncrease(booked, increase ?? expect.fail('nothing to book'));
    }
    expect(booked).toMatchObject({ bookings: 10, costCents: 2, inputTokens: 1_000 });
  });
});
