/** When a delivery that failed is tried again, given up, or stops its webhook. */

export interface RetryTerms {
  /** Wait after the first failure; each further one doubles it. */
  readonly firstMs: number;
  /** How long one delivery is tried. */
  readonly giveUpMs: number;
  /** How long nothing at all may be delivered until the webhook is stopped. */
  readonly disableMs: number;
}

export interface Failing {
  /** Attempts of this delivery, the last one included. */
  readonly attempts: number;
  /** Since when this delivery is tried. */
  readonly triedForMs: number;
  /** Since when every delivery has failed. */
  readonly failedForMs: number;
}

export interface AfterFailure {
  readonly next: 'retry' | 'dead';
  readonly waitMs: number;
  readonly disable: boolean;
}

const WAIT_MAX_MS = 3_600_000;

export function afterFailure(
  { firstMs, giveUpMs, disableMs }: RetryTerms,
  { attempts, triedForMs, failedForMs }: Failing,
): AfterFailure {
  const waitMs = Math.min(WAIT_MAX_MS, firstMs * 2 ** Math.min(attempts - 1, 30));
  const dead = triedForMs + waitMs > giveUpMs;
  // One that has waited long for its next event is not stopped by that one's first failure.
  const worn = dead || waitMs === WAIT_MAX_MS;
  return { next: dead ? 'dead' : 'retry', waitMs, disable: worn && failedForMs > disableMs };
}
