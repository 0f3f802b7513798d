/**
 * What a run has shown of the promises in docs/promises.md: noted where `PROOF_RESULTS` names a
 * file, before anything is expected of it, so that a run that fails is told of, too.
 */
import { appendFileSync } from 'node:fs';

export type Shown = {
  /** The promise, P1 to P20. */
  readonly promise: string;
  /** The test that tells. */
  readonly by: string;
  readonly trials: number;
  /** What was killed, stopped, cut off or repeated meanwhile. */
  readonly faults: number;
  readonly violations: number;
  /** What is needed to do it again, and what else was measured. */
  readonly how: string;
};

/** Trials of which each throws that breaks the promise. */
export type Trials = {
  /** Answers as `work` does; so many trials it is. */
  of<T>(trials: number, work: () => T | Promise<T>): Promise<T>;
  shown(): Pick<Shown, 'trials' | 'violations'>;
};

export function newTrials(): Trials {
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
    shown: () => ({ trials: sum, violations }),
  };
}

export function note(...shown: readonly Shown[]): void {
  const file = process.env['PROOF_RESULTS'];
  if (file === undefined) return;
  const at = new Date().toISOString().slice(0, 16);
  appendFileSync(file, shown.map((one) => `${JSON.stringify({ ...one, at })}\n`).join(''));
}
