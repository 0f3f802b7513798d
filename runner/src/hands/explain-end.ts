/** Why a program ended that never began, and how the end of one reads that ran in a sandbox. */
import { constants } from 'node:os';
import type { Outcome } from '@muster/runner-protocol';
import type { Wrapped } from '../isolation/isolation.ts';
import { notStarted } from '../outcome.ts';
import { findProgram } from './find-program.ts';
import { explainFolder } from './resolve-paths.ts';
import type { Eyes } from './look.ts';

/** By which shells say that a program cannot be used, or is not found. */
const NOT_BEGUN = [126, 127];
/** By the convention of shells, which bubblewrap follows. */
const SIGNALLED = 128;

/**
 * @param isUnseen whether no look has been taken at the folder of the program
 * @returns the outcome itself, or one that says more
 */
export async function explainEnd(
  eyes: Eyes,
  { command: [program], cwd, env }: Wrapped,
  outcome: Outcome,
  isUnseen = false,
): Promise<Outcome> {
  const hasNotBegun =
    outcome.errorCode === 'exit_code' && NOT_BEGUN.includes(outcome.exitCode ?? 0);
  if (isUnseen && (hasNotBegun || outcome.errorCode === 'not_started')) {
    const inTheWay = await explainFolder(eyes, cwd);
    if (inTheWay) return inTheWay;
  }
  if (hasNotBegun) {
    const { blocked } = await findProgram(eyes, { program, cwd, path: env['PATH'] ?? '' });
    return blocked === '' ? outcome : notUsable(program, blocked);
  }
  return eyes.isolation.name === 'none' ? outcome : tellSignal(outcome);
}

const notUsable = (program: string, blocked: string): Outcome =>
  notStarted(
    'program_not_usable',
    `The agent's user cannot use ${blocked}, which ${program} needs. Let all users enter its ` +
      'folders and run it (chmod o+rx), or install it elsewhere',
  );

/** The kernel or nobody sends them, or they end no program: such a code is one of the program's own. */
const ENDS_NOTHING: ReadonlySet<string> = new Set([
  'SIGSTKFLT',
  'SIGCHLD',
  'SIGCONT',
  'SIGSTOP',
  'SIGTSTP',
  'SIGTTIN',
  'SIGTTOU',
  'SIGURG',
  'SIGWINCH',
]);

/**
 * A sandbox cannot end by the signal that has ended its program, so it exits with 128 and the
 * signal's number. A program that exits with such a code itself is taken for signalled, too.
 */
export function tellSignal(outcome: Outcome): Outcome {
  const number = (outcome.exitCode ?? 0) - SIGNALLED;
  const [signal] = Object.entries(constants.signals).find(([, n]) => n === number) ?? [];
  if (signal === undefined || ENDS_NOTHING.has(signal)) return outcome;
  const signalled = { ...outcome, exitCode: null, signal };
  if (outcome.errorCode !== 'exit_code') return signalled;
  return { ...signalled, errorCode: 'signalled', error: `The agent was ended by ${signal}` };
}
