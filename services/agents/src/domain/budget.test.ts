import { CENTS_MAX } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { budgetOf, limitAfter } from './budget.ts';

const resetsAt = '2026-12-01T00:00:00.000Z';
const budget = (budgetMonthlyCents: number, spentMonthlyCents: number, reservedCents = 0) =>
  budgetOf({ budgetMonthlyCents, spentMonthlyCents, reservedCents, resetsAt });

describe('budgetOf', () => {
  it('has as remaining what is neither spent nor reserved', () => {
    expect(budget(1000, 300, 50)).toEqual({
      limitCents: 1000,
      spentCents: 300,
      reservedCents: 50,
      remainingCents: 650,
      caution: false,
      resetsAt,
    });
  });

  it('never has a negative rest', () => {
    expect(budget(1000, 1200).remainingCents).toBe(0);
  });

  it('cautions from 80 % of the limit on', () => {
    expect(budget(1000, 799).caution).toBe(false);
    expect(budget(1000, 800).caution).toBe(true);
  });

  it('has no rest and no caution without a limit', () => {
    expect(budget(0, 5000)).toMatchObject({ remainingCents: null, caution: false });
  });
});

describe('the limit after a raise', () => {
  it.each([
    ['is higher by the amount', 1_000, { amountCents: 250 }, 1_250],
    ['is none where there is none', 0, { amountCents: 250 }, 0],
    ['is the greatest at most', 1_000, { amountCents: Number.MAX_SAFE_INTEGER }, CENTS_MAX],
    ['is the one that the board has chosen', 1_000, { amountCents: 250, limitCents: 4_000 }, 4_000],
    ['is never lower than before', 5_000, { amountCents: 250, limitCents: 4_000 }, 5_000],
    ['is none where there is none, whatever was chosen', 0, { amountCents: 1, limitCents: 9 }, 0],
  ])('%s', (_, current, raise, limit) => {
    expect(limitAfter(current, raise)).toBe(limit);
  });
});
