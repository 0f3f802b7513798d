import { describe, expect, it } from 'vitest';
import { decideRetry } from './webhook-retry.ts';

const hour = 3_600_000;
const terms = { firstMs: 5_000, giveUpMs: 24 * hour, disableMs: 72 * hour };
const failing = { attempts: 1, triedForMs: 0, failedForMs: 0 };

describe('decideRetry', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [5, 80_000],
    [11, hour],
    [1_000, hour],
  ])('after failure %i waits %i ms', (attempts, waitMs) => {
    expect(decideRetry(terms, { ...failing, attempts })).toEqual({
      next: 'retry',
      waitMs,
      disable: false,
    });
  });

  it('gives a delivery up if its next attempt would be too late', () => {
    const late = { attempts: 30, triedForMs: 23 * hour + 1, failedForMs: 24 * hour };
    expect(decideRetry(terms, late)).toEqual({ next: 'dead', waitMs: hour, disable: false });
  });

  it('disables a webhook that has failed for too long', () => {
    const long = { attempts: 11, triedForMs: hour, failedForMs: 72 * hour + 1 };
    expect(decideRetry(terms, long).disable).toBe(true);
    const given = { ...long, attempts: 1, triedForMs: 24 * hour };
    expect(decideRetry(terms, given)).toMatchObject({ next: 'dead', disable: true });
  });

  it('does not disable a webhook after the first failure following a quiet time', () => {
    expect(decideRetry(terms, { ...failing, failedForMs: 240 * hour }).disable).toBe(false);
  });
});
