/**
 * Decides whether a failed delivery is retried or given up, and whether its webhook is disabled.
 */

export interface RetryTerms {
  /** Delay after the first failure; doubled by each further one. */
  readonly firstMs: number;
  /** Longest time for which one delivery is retried. */
  readonly giveUpMs: number;
  /** Longest time without any successful delivery until the webhook is disabled. */
  readonly disableMs: number;
}

export interface FailureHistory {
  /** Attempts of this delivery, including the last one. */
  readonly attempts: number;
  /** Time since the first attempt of this delivery. */
  readonly triedForMs: number;
  /** Time since every delivery of the webhook has failed. */
  readonly failedForMs: number;
}

export interface RetryDecision {
  readonly next: 'retry' | 'dead';
  readonly waitMs: number;
  readonly disable: boolean;
}

const WAIT_MAX_MS = 3_600_000;

export function decideRetry(
  { firstMs, giveUpMs, disableMs }: RetryTerms,
  { attempts, triedForMs, failedForMs }: FailureHistory,
): RetryDecision {
  const waitMs = Math.min(WAIT_MAX_MS, firstMs * 2 ** Math.min(attempts - 1, 30));
  const dead = triedForMs + waitMs > giveUpMs;
  // A webhook whose last event was long ago is not disabled by the first failure of the next one.
  const isPersistent = dead || waitMs === WAIT_MAX_MS;
  return {
    next: dead ? 'dead' : 'retry',
    waitMs,
    disable: isPersistent && failedForMs > disableMs,
  };
}
