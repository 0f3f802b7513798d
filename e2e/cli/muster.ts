/** The command line as a person or a program runs it: a process with arguments, streams and an exit code. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '@muster/test-kit';
import { afterAll } from 'vitest';

/** That of the checkout, or of a package that is installed somewhere. */
const MAIN =
  process.env['TEST_MUSTER'] ?? fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  /** What it has printed up to now. */
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<Ran>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** At its terminal. */
  readonly type: (text: string) => void;
}

interface Options {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** It has a terminal of its own, at which it is typed to. */
  readonly terminal?: true;
}

/** A person with a folder of settings; it is removed after the tests of the file. */
export function usePerson() {
  const home = mkdtempSync(join(tmpdir(), 'muster-cli-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const start = (
    path: string,
    args: readonly string[] = [],
    { input, env, terminal }: Options = {},
  ): Started => {
    const words = [process.execPath, MAIN, ...path.split(' ').filter(Boolean), ...args];
    const [program = '', ...given] = terminal
      ? ['script', '--quiet', '--return', '--command', words.map(quoted).join(' '), '/dev/null']
      : words;
    const child = spawn(program, given, {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined);
    if (!terminal) child.stdin.end(input ?? '');
    const ended = new Promise<Ran>((resolve) => {
      child.once('close', (code) => resolve({ code, out, err }));
    });
    return {
      out: () => out,
      err: () => err,
      ended,
      kill: (signal) => void child.kill(signal),
      type: (text) => void child.stdin.write(text),
    };
  };
  return {
    home,
    start,
    run: (path: string, args?: readonly string[], options?: Options): Promise<Ran> =>
      start(path, args, options).ended,
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export type Person = ReturnType<typeof usePerson>;

/** What it has printed as JSON, where it has ended well. */
export function answerOf({ code, out, err }: Ran): Readonly<Record<string, unknown>> {
  if (code !== 0) throw new Error(`it ended with ${code}: ${err}`);
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}
