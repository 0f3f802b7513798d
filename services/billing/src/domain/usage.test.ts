import { Usage } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addIncrease, increaseOf, nothingBooked } from './usage.ts';

const usage = (fields: Partial<Usage>): Usage => Usage.parse(fields);

describe('increaseOf', () => {
  it('is what came on top of what is booked', () => {
    const first = usage({ costCents: 10, inputTokens: 100, outputTokens: 5 });
    const increase = increaseOf(nothingBooked, first);
    expect(increase).toMatchObject({ costCents: 10, inputTokens: 100, priceStatus: 'measured' });
    const booked = addIncrease(nothingBooked, increase ?? expect.fail('nothing to book'));
    const second = usage({ costCents: 25, inputTokens: 100, outputTokens: 9 });
    expect(increaseOf(booked, second)).toEqual({
      costCents: 15, inputTokens: 0, outputTokens: 4, cachedInputTokens: 0,
      priceStatus: 'measured',
    });
  });

  it('is nothing when the same total comes again, or a smaller one', () => {
    const booked = { ...nothingBooked, bookings: 1, costCents: 10, inputTokens: 100 };
    expect(increaseOf(booked, usage({ costCents: 10, inputTokens: 100 }))).toBeUndefined();
    expect(increaseOf(booked, usage({ costCents: 4, inputTokens: 50 }))).toBeUndefined();
    expect(increaseOf(nothingBooked, usage({}))).toBeUndefined();
  });

  it('flags an unknown price instead of calling it free', () => {
    expect(increaseOf(nothingBooked, usage({ costCents: null, inputTokens: 7 }))).toMatchObject({
      costCents: 0, inputTokens: 7, priceStatus: 'unknown',
    });
  });
});
