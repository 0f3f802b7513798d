import { TOKENS_MAX, Usage } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addParts, decideUsage, nothingBooked, type BookedUsage } from './usage.ts';

type Provisional = Parameters<typeof decideUsage>[3];

const MAX_CENTS = 1_000_000;
const decide = (
  booked: BookedUsage,
  fields: Parameters<typeof Usage.parse>[0],
  { perMillion = 0, provisional }: { perMillion?: number; provisional?: Provisional } = {},
) =>
  decideUsage(
    booked,
    Usage.parse(fields),
    { unknownCentsPerMillion: perMillion, maxCents: MAX_CENTS },
    provisional,
  );

describe('the usage of a live run', () => {
  const live = (booked: BookedUsage, fields: object, perMillion = 0) => {
    const { isReplaced, parts } = decide(booked, fields, { perMillion });
    expect(isReplaced).toBe(false);
    return parts;
  };

  it('is booked by its difference to what is booked', () => {
    const first = live(nothingBooked, { costCents: 10, inputTokens: 100, outputTokens: 5 });
    expect(first).toMatchObject([{ costCents: 10, inputTokens: 100, priceStatus: 'measured' }]);
    const booked = addParts(nothingBooked, first);
    expect(live(booked, { costCents: 25, inputTokens: 100, outputTokens: 9 })).toEqual([
      {
        costCents: 15,
        inputTokens: 0,
        outputTokens: 4,
        cachedInputTokens: 0,
        priceStatus: 'measured',
        priceDate: null,
        model: 'unknown',
      },
    ]);
  });

  it('is as reliable as the report says, and a price of zero is an estimate', () => {
    const statusOf = (fields: object) => {
      const [found] = live(nothingBooked, { inputTokens: 9, ...fields });
      return [found?.priceStatus, found?.priceDate];
    };
    const listed = { costCents: 3, priceStatus: 'estimated', priceDate: '2026-11-20' } as const;
    expect(statusOf({ costCents: 3 })).toEqual(['measured', null]);
    expect(statusOf(listed)).toEqual(['estimated', '2026-11-20']);
    expect(statusOf({ ...listed, costCents: null })).toEqual(['unknown', null]);
    expect(statusOf({ costCents: 3, priceStatus: 'unknown' })).toEqual(['estimated', null]);
    expect(statusOf({ costCents: 0, priceStatus: 'measured' })).toEqual(['estimated', null]);
  });

  it('takes nothing back for the same or a smaller total', () => {
    const booked = { ...nothingBooked, bookings: 1, costCents: 10, inputTokens: 100 };
    expect(live(booked, { costCents: 10, inputTokens: 100 })).toEqual([]);
    expect(live(booked, { costCents: 4, inputTokens: 50 })).toEqual([]);
    expect(live(nothingBooked, {}, 2_000)).toEqual([]);
  });

  it('is bounded by the most of one report', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const absurd = {
      costCents: most,
      inputTokens: most,
      outputTokens: most,
      cachedInputTokens: most,
    };
    const parts = live(nothingBooked, absurd);
    expect(parts).toMatchObject([{ costCents: MAX_CENTS, cachedInputTokens: TOKENS_MAX }]);
    expect(live(addParts(nothingBooked, parts), absurd)).toEqual([]);
    const unpriced = live(nothingBooked, { ...absurd, costCents: null }, 100_000_000);
    expect(unpriced).toMatchObject([{ costCents: MAX_CENTS, priceStatus: 'unknown' }]);
  });

  it('is charged at an unknown price as a whole, however many reports there are', () => {
    let booked = nothingBooked;
    for (let inputTokens = 100; inputTokens <= 1_000; inputTokens += 100) {
      const parts = live(booked, { costCents: null, inputTokens }, 2_000);
      expect(parts).toMatchObject([{ inputTokens: 100, priceStatus: 'unknown' }]);
      booked = addParts(booked, parts);
    }
    expect(booked).toMatchObject({ bookings: 10, costCents: 2, inputTokens: 1_000 });
  });
});

const mixed = {
  costCents: null,
  inputTokens: 1_100_000,
  parts: {
    priced: { model: 'listed', costCents: 30, priceStatus: 'estimated', inputTokens: 1_000_000 },
    unpriced: { model: 'new', inputTokens: 100_000 },
  },
} as const;

it('charges only the tokens of the models that have no price', () => {
  const { parts } = decide(nothingBooked, mixed, { perMillion: 2_000 });
  expect(parts).toMatchObject([{ costCents: 230, inputTokens: 1_100_000, priceStatus: 'unknown' }]);
});

describe('the usage of a run that has ended', () => {
  const booked = { ...nothingBooked, bookings: 3, costCents: 200, inputTokens: 100 };
  const unknown = [{ priceStatus: 'unknown', costCents: 200 }] as const;
  const ended = (fields: object, provisional: Provisional = unknown, before = booked) =>
    decide(before, fields, { perMillion: 2_000, provisional });

  it('replaces a charge by the price that the program names, lower or higher', () => {
    for (const costCents of [18, 900]) {
      expect(ended({ costCents, inputTokens: 120 })).toMatchObject({
        isReplaced: true,
        parts: [{ costCents, inputTokens: 120, priceStatus: 'measured' }],
      });
    }
  });

  it('takes back what a lower price at the same reliability is less', () => {
    const measured = [{ priceStatus: 'measured', costCents: 200 }] as const;
    const { isReplaced, parts } = ended({ costCents: 150, inputTokens: 100 }, measured);
    expect([isReplaced, parts[0]?.costCents]).toEqual([true, 150]);
  });

  it('is booked by its increase where its price has only grown, and not again', () => {
    const measured = [{ priceStatus: 'measured', costCents: 200 }] as const;
    expect(ended({ costCents: 230, inputTokens: 100 }, measured)).toMatchObject({
      isReplaced: false,
      parts: [{ costCents: 30, inputTokens: 0 }],
    });
    expect(ended({ costCents: 200, inputTokens: 100 }, measured).parts).toEqual([]);
  });

  it('has a part for each price, which is not replaced by itself', () => {
    const { isReplaced, parts } = ended(mixed);
    expect(isReplaced).toBe(true);
    expect(parts).toMatchObject([
      { model: 'listed', costCents: 30, inputTokens: 1_000_000, priceStatus: 'estimated' },
      { model: 'new', costCents: 200, inputTokens: 100_000, priceStatus: 'unknown' },
    ]);
    const again = ended(mixed, parts, addParts(nothingBooked, parts));
    expect(again).toEqual({ isReplaced: false, parts: [] });
  });

  it('takes nothing back for a total that is older than what is booked, or that says nothing', () => {
    const older = { costCents: 50, priceStatus: 'estimated', inputTokens: 90 };
    expect(ended(older)).toEqual({ isReplaced: false, parts: [] });
    expect(ended({ costCents: null })).toEqual({ isReplaced: false, parts: [] });
  });

  it('keeps the tokens that were counted where only a price is reported', () => {
    expect(ended({ costCents: 50 }).parts).toMatchObject([{ costCents: 50, inputTokens: 100 }]);
  });

  it('is booked as it is where nothing was before', () => {
    const first = ended({ costCents: 50 }, [], nothingBooked);
    expect(first).toMatchObject({ isReplaced: false, parts: [{ costCents: 50 }] });
  });
});
