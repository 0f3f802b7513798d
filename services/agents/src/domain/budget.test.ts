import { CENTS_MAX } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { budgetOf, raisedLimit } from './budget.ts';

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

describe('raisedLimit', () => {
  it('raises the limit by the amount', () => {
    expect(raisedLimit(1000, 250)).toBe(1250);
  });

  it('sets no limit where there is none', () => {
    expect(raisedLimit(0, 250)).toBe(0);
  });

  it('never exceeds the greatest limit', () => {
    expect(raisedLimit(1000, Number.MAX_SAFE_INTEGER)).toBe(CENTS_MAX);
  });
});
