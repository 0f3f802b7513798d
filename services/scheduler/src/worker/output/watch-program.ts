/**
 * Ends the program of a coding agent that has nothing more to do: one that has printed its result and
 * stays, and one that hangs on the session that it is to resume.
 */
import type { LineReport } from '@muster/cli-agents';
import type { Outcome } from '@muster/runner-protocol';

/** As long as any task in the background takes that is worth its result. */
const TASKS_SECONDS = 600;

export interface ProgramWatch {
  /** After each message about the run. */
  look(): void;
  /** The outcome as the program's own, where it was ended here. */
  close(outcome: Outcome | undefined): Outcome | undefined;
}

interface Watched {
  readonly report: () => LineReport | undefined;
  /** It is to resume a session. */
  readonly isResumed: boolean;
  /** Between its result and its end. */
  readonly resultSeconds: number;
  /** Before its first event of a session that it resumes. */
  readonly resumeSeconds: number;
  /** Asks it to end. */
  readonly stop: () => void;
  /** Another party has ended the run. */
  readonly isStopped: () => boolean;
}

export function watchProgram(watched: Watched): ProgramWatch {
  const { report, isResumed, resultSeconds, resumeSeconds, stop, isStopped } = watched;
  let cause: 'finished' | 'hung' | undefined;
  let waitsFor: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const wait = (name: string | undefined, seconds: number, why: 'finished' | 'hung'): void => {
    if (name === waitsFor || cause !== undefined) return;
    waitsFor = name;
    clearTimeout(timer);
    if (name === undefined) return;
    timer = setTimeout(() => {
      cause = why;
      stop();
    }, seconds * 1_000);
  };
  return {
    look() {
      const read = report();
      if (read === undefined) return;
      const { ended, givenUp, tasks = 0 } = read;
      if (givenUp) wait('given up', 0, 'finished');
      else if (ended) {
        if (tasks > 0) wait('tasks', Math.max(resultSeconds, TASKS_SECONDS), 'finished');
        else wait('end', resultSeconds, 'finished');
      } else if (isResumed && Object.keys(read).length === 0) wait('event', resumeSeconds, 'hung');
      else wait(undefined, 0, 'hung');
    },
    close(outcome) {
      clearTimeout(timer);
      if (!outcome || isStopped()) return outcome;
      const isOurs = cause !== undefined && outcome.errorCode === 'cancelled';
      if (isOurs && cause === 'hung') return { ...outcome, ...hung(resumeSeconds) };
      // The last event decides, though it was silent for too long after it.
      const isSilent = outcome.errorCode === 'idle' && report()?.ended !== undefined;
      return isOurs || isSilent ? { ...outcome, ...endedAfterResult } : outcome;
    },
  };
}

const hung = (seconds: number) => ({
  status: 'failed' as const,
  errorCode: 'session_unknown',
  error: `The program printed nothing for ${seconds} seconds about the session that it was to resume`,
});

const endedAfterResult = { status: 'failed', errorCode: null, error: null } as const;
