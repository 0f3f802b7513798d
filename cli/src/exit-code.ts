/** How the program ends: a number for programs, a sentence and the next step for people. */

/** Stable: scripts branch on them. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  refused: 5,
  later: 6,
  bad: 7,
} as const;

/** What each exit code means, for the reference page. */
export const exitMeanings = {
  0: 'done',
  1: 'failed: a fault of the program or of the machine',
  2: 'usage: an unknown command, a missing argument, or a value that the interface does not take',
  3: 'not allowed: no credential, one that is not believed, or a right that is missing',
  4: 'not found, or not of this company',
  5: 'refused by a rule of the company or by the state that something is in',
  6: 'later: nothing answers, or the same command may succeed in a while',
  7: 'what was awaited or checked is bad: a run that failed, a finding of `doctor`',
} as const;

/** An end that is no fault of the program; the message is for people. */
export class Ended extends Error {
  override readonly name = 'Ended';
  readonly exitCode: number;
  /** The next step. */
  readonly hint: string | undefined;

  constructor(kind: keyof typeof exitCodes, message: string, hint?: string) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.hint = hint;
  }
}

/** The exit code of a status of HTTP. */
export function exitCodeOf(status: number, isRetryable: boolean): number {
  if (isRetryable || status === 429 || status >= 500) return exitCodes.later;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status === 404 || status === 410) return exitCodes.notFound;
  if (status === 400 || status === 405 || status === 413 || status === 415) return exitCodes.usage;
  return exitCodes.refused;
}
