/**
 * Looks at folders with the eyes of an agent: a shell that is the agent's user in the agent's
 * sandbox. What a link leads to is decided there, so that it cannot lead to what is the runner's.
 */
import { execFile } from 'node:child_process';
import type { Isolation, Place } from '../isolation/isolation.ts';

/** Of a folder that a file server does not answer for. */
const LOOK_TIMEOUT_MS = 10_000;
const TIMED_OUT = 'The folders of the agent could not be looked at in time';

export interface Eyes {
  readonly isolation: Isolation;
  readonly place: Place;
}

export interface Look {
  /** For a shell; it prints its answers, each followed by NUL. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly stdin?: string;
  /** PATH of the program that the look is for. */
  readonly path?: string;
  /** Folders outside of the home that are looked at. */
  readonly shown: readonly string[];
  /** Of a look that does more than look. */
  readonly timeoutMs?: number;
}

/** A file server does not answer, or the machine is too busy: another try may succeed. */
export class LookTimedOut extends Error {}

/** @throws LookTimedOut, or an Error with what the shell printed */
export function look({ isolation, place }: Eyes, what: Look): Promise<string[]> {
  const { script, args, cwd = place.workspace, stdin = '', path = '/usr/bin:/bin', shown } = what;
  const wrapped = isolation.wrap(
    place,
    { command: ['/bin/sh', '-c', script, 'look', ...args], cwd, env: { PATH: path } },
    shown,
  );
  const [program, ...rest] = wrapped.command;
  const options = {
    cwd: wrapped.cwd,
    env: { ...wrapped.env },
    timeout: what.timeoutMs ?? LOOK_TIMEOUT_MS,
    killSignal: 'SIGKILL' as const,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, rest, options, (error, stdout, stderr) => {
      if (error?.killed === true) reject(new LookTimedOut(TIMED_OUT, { cause: error }));
      else if (error) reject(new Error(`cannot look as the agent: ${stderr}`, { cause: error }));
      else resolve(stdout.split('\0').slice(0, -1));
    });
    // A shell that has failed reads no more; its end tells why.
    child.stdin?.on('error', () => undefined).end(stdin);
  });
}

/**
 * Shell: sets `way` to a path or, where it does not exist for this user, to what is left of it
 * above. Sets `blocked` if that is what keeps the user from the path.
 */
export const FIND_WAY = `
find_way() {
  way=$1 blocked=
  while [ ! -e "$way" ]; do way=\${way%/*}; way=\${way:-/}; done
  [ -x "$way" ] || blocked=$way
}`;
