import { describe, expect, it } from 'vitest';
import { afterFailure } from './webhook-retry.ts';

const hour = 3_600_000;
const terms = { firstMs: 5_000, giveUpMs: 24 * hour, disableMs: 72 * hour };
const failing = { attempts: 1, triedForMs: 0, failedForMs: 0 };

describe('after a failure', () => {
  it.each([[1, 5_000], [2, 10_000], [5, 80_000], [11, hour], [1_000, hour]])(
    'number %i the delivery waits %i ms',
    (attempts, waitMs) => {
      expect(afterFailure(terms, { ...failing, attempts })).toEqual({
        next: 'retry', waitMs, disable: false,
      });
    },
  );

  it('a delivery is given up where its next try would be too late', () => {
    const late = { attempts: 30, triedForMs: 23 * hour + 1, failedForMs: 24 * hour };
    expect(afterFailure(terms, late)).toEqual({ next: 'dead', waitMs: hour, disable: false });
  });

  it('a webhook is stopped that has failed for too long', () => {
    const long = { attempts: 11, triedForMs: hour, failedForMs: 72 * hour + 1 };
    expect(afterFailure(terms, long).disable).toBe(true);
    const given = { ...long, attempts: 1, triedForMs: 24 * hour };
    expect(afterFailure(terms, given)).toMatchObject({ next: 'dead', disable: true });
  });

  it('a webhook is not stopped by the first failure after a quiet time', () => {
    expect(afterFailure(terms, { ...failing, failedForMs: 240 * hour }).disable).toBe(false);
  });
});
