/**
 * Looks at folders with the eyes of an agent: a shell that is the agent's user in the agent's
 * sandbox. What a link leads to is decided there, so that it cannot lead to what is the runner's.
 */
import type { Isolation, AgentFolders } from '../isolation/isolation.ts';
import { capture } from './capture.ts';

/** Of a folder that a file server does not answer for. */
const LOOK_TIMEOUT_MS = 10_000;
const ANSWERS_MAX_BYTES = 1_048_576;
const TIMED_OUT = 'The folders of the agent could not be looked at in time';

export interface Eyes {
  readonly isolation: Isolation;
  readonly folders: AgentFolders;
  /** Gives a look up, as its own time limit does. */
  readonly signal?: AbortSignal;
}

export interface Look {
  /** For a shell; it prints its answers, each followed by NUL. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly stdin?: string | AsyncIterable<Uint8Array>;
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
export async function look({ isolation, folders, signal }: Eyes, what: Look): Promise<string[]> {
  const { script, args, cwd = folders.workspace, stdin = '', path = '/usr/bin:/bin', shown } = what;
  const wrapped = isolation.wrap(
    folders,
    { command: ['/bin/sh', '-c', script, 'look', ...args], cwd, env: { PATH: path } },
    shown,
  );
  const timeout = AbortSignal.timeout(what.timeoutMs ?? LOOK_TIMEOUT_MS);
  const givenUp = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const options = { stdin, signal: givenUp, maxBytes: ANSWERS_MAX_BYTES };
  const { exitCode, stdout, stderr } = await capture(wrapped, options).catch((cause: unknown) => {
    if (givenUp.aborted) throw new LookTimedOut(TIMED_OUT, { cause });
    if (typeof stdin !== 'string') throw cause;
    throw new Error(`cannot look as the agent: ${String(cause)}`, { cause });
  });
  if (exitCode !== 0) throw new LookFailed(exitCode, stderr);
  return stdout.split('\0').slice(0, -1);
}

/** The shell says that it could not do what it was asked. */
export class LookFailed extends Error {
  readonly exitCode: number | null;
  readonly stderr: string;

  constructor(exitCode: number | null, stderr: string) {
    super(`cannot look as the agent: ${stderr}`);
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
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
