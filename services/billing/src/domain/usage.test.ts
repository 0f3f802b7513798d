import { TOKENS_MAX, Usage } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addIncrease, increaseOf, nothingBooked } from './usage.ts';

const usage = (fields: Partial<Usage>): Usage => Usage.parse(fields);

const MAX_CENTS = 1_000_000;
const terms = (unknownCentsPerMillion: number) => ({
  unknownCentsPerMillion,
  maxCents: MAX_CENTS,
});

describe('increaseOf', () => {
  it('is the difference to the booked usage', () => {
    const first = usage({ costCents: 10, inputTokens: 100, outputTokens: 5 });
    const increase = increaseOf(nothingBooked, first, terms(0));
    expect(increase).toMatchObject({ costCents: 10, inputTokens: 100, priceStatus: 'measured' });
    const booked = addIncrease(nothingBooked, increase ?? expect.fail('nothing to book'));
    const second = usage({ costCents: 25, inputTokens: 100, outputTokens: 9 });
    expect(increaseOf(booked, second, terms(0))).toEqual({
      costCents: 15,
      inputTokens: 0,
      outputTokens: 4,
      cachedInputTokens: 0,
      priceStatus: 'measured',
      priceDate: null,
    });
  });

  it('is as reliable as the report says, and a price of zero is an estimate', () => {
    const statusOf = (fields: Partial<Usage>) => {
      const found = increaseOf(nothingBooked, usage({ inputTokens: 9, ...fields }), terms(0));
      return [found?.priceStatus, found?.priceDate];
    };
    const listed = { costCents: 3, priceStatus: 'estimated', priceDate: '2026-11-20' } as const;
    expect(statusOf({ costCents: 3 })).toEqual(['measured', null]);
    expect(statusOf(listed)).toEqual(['estimated', '2026-11-20']);
    expect(statusOf({ ...listed, costCents: null })).toEqual(['unknown', null]);
    expect(statusOf({ costCents: 3, priceStatus: 'unknown' })).toEqual(['estimated', null]);
    expect(statusOf({ costCents: 0, priceStatus: 'measured' })).toEqual(['estimated', null]);
  });

  it('is nothing for the same or a smaller total', () => {
    const booked = { ...nothingBooked, bookings: 1, costCents: 10, inputTokens: 100 };
    expect(
      increaseOf(booked, usage({ costCents: 10, inputTokens: 100 }), terms(0)),
    ).toBeUndefined();
    expect(increaseOf(booked, usage({ costCents: 4, inputTokens: 50 }), terms(0))).toBeUndefined();
    expect(increaseOf(nothingBooked, usage({}), terms(2_000))).toBeUndefined();
  });

  it('bounds the usage of a run by the most of one report', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const absurd = usage({
      costCents: most,
      inputTokens: most,
      outputTokens: most,
      cachedInputTokens: most,
    });
    const increase = increaseOf(nothingBooked, absurd, terms(0)) ?? expect.fail('nothing to book');
    expect(increase).toMatchObject({ costCents: MAX_CENTS, cachedInputTokens: TOKENS_MAX });
    expect(increaseOf(addIncrease(nothingBooked, increase), absurd, terms(0))).toBeUndefined();
    const unpriced = increaseOf(nothingBooked, { ...absurd, costCents: null }, terms(100_000_000));
    expect(unpriced).toMatchObject({ costCents: MAX_CENTS, priceStatus: 'unknown' });
  });

  it('charges an unknown price for the whole run, however many reports there are', () => {
    let booked = nothingBooked;
    for (let inputTokens = 100; inputTokens <= 1_000; inputTokens += 100) {
      const increase = increaseOf(booked, usage({ costCents: null, inputTokens }), terms(2_000));
      expect(increase).toMatchObject({ inputTokens: 100, priceStatus: 'unknown' });
      booked = addIncrease(booked, increase ?? expect.fail('nothing to book'));
    }
    expect(booked).toMatchObject({ bookings: 10, costCents: 2, inputTokens: 1_000 });
  });
});
