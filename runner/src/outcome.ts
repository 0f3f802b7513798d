/** Outcomes of programs that the runner itself decides. */
import type { Outcome, StopSignal } from '@muster/runner-protocol';

/** Longest error that the protocol carries, in characters. */
const ERROR_MAX = 500;

const noProcess = { exitCode: null, signal: null };

/** The program was not started, and why. */
export const notStarted = (errorCode: string, error: string): Outcome => ({
  ...noProcess,
  status: 'failed',
  error: error.slice(0, ERROR_MAX),
  errorCode,
});

/** The program was stopped before it began, or its end is not known. */
export const stopped = (why: StopSignal, error: string): Outcome => ({
  ...noProcess,
  status: 'cancelled',
  error,
  errorCode: why,
});
