/**
 * Results of the trials behind docs/promises.md. They are appended to the file in `PROOF_RESULTS`
 * before the test asserts anything, so that failed runs are recorded too.
 */
import { appendFileSync } from 'node:fs';

export interface TrialResult {
  /** The promise, P1 to P24. */
  readonly promise: string;
  /** The test that ran the trials. */
  readonly by: string;
  readonly trials: number;
  /** Faults injected meanwhile: kills, stops, cuts, repeats. */
  readonly faults: number;
  readonly violations: number;
  /** How to repeat it, and further measurements. */
  readonly how: string;
}

/** Counts trials; one that throws violates the promise. */
export interface Trials {
  /** Runs `work`, which stands for this many trials, and returns its result. */
  of<T>(trials: number, work: () => T | Promise<T>): Promise<T>;
  result(): Pick<TrialResult, 'trials' | 'violations'>;
}

export function openTrials(): Trials {
  let sum = 0;
  let violations = 0;
  return {
    async of(trials, work) {
      sum += trials;
      try {
        return await work();
      } catch (error) {
        violations += 1;
        throw error;
      }
    },
    result: () => ({ trials: sum, violations }),
  };
}

export function recordTrials(...shown: readonly TrialResult[]): void {
  const file = process.env['PROOF_RESULTS'];
  if (file === undefined) return;
  const at = new Date().toISOString().slice(0, 16);
  appendFileSync(file, shown.map((one) => `${JSON.stringify({ ...one, at })}\n`).join(''));
}
