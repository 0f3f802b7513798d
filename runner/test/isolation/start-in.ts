/** Starts programs in a place as the runner does: wrapped, and as a process group. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Isolation, Leader, AgentFolders } from '../../src/isolation/isolation.ts';
import { leaderOf } from '../../src/isolation/leader.ts';
import { signalProgram } from '../../src/supervisor/signal-program.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
/** Programs of the tests, where they lie in the folder of which a sandbox has one of its own. */
const SHOWN = CHECKOUT.startsWith('/tmp/') ? [CHECKOUT] : [];

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly ended: Promise<Ended>;
  /** Resolves with the first piece of its output. */
  readonly first: Promise<string>;
  readonly leader: Leader | undefined;
  signal(name: NodeJS.Signals): void;
}

export interface StartInput {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startIn(
  isolation: Isolation,
  folders: AgentFolders,
  command: readonly [string, ...string[]],
  { cwd = folders.workspace, env = {} }: StartInput = {},
): Promise<Started> {
  const program = {
    command,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: folders.home, TMPDIR: folders.tmp, ...env },
  };
  const wrapped = await isolation.wrapRun(folders, program, SHOWN);
  const [first = '', ...args] = [...isolation.launcher, ...wrapped.command];
  const child = spawn(first, args, {
    cwd: wrapped.cwd,
    env: { ...wrapped.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(wrapped.isGated ? ['pipe' as const] : [])],
  });
  const { stdout: out, stderr: err } = child as ChildProcessByStdio<null, Readable, Readable>;
  (child.stdio[3] as Writable | undefined)?.on('error', () => undefined).end('go\n');
  const end = async (): Promise<Ended> => {
    const [[exitCode, signal], stdout, stderr] = await Promise.all([
      once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
      text(out),
      text(err),
    ]);
    return { exitCode, signal, stdout, stderr };
  };
  return {
    ended: end(),
    first: once(out, 'data').then(([bytes]) => String(bytes)),
    leader: leaderOf(child.pid ?? 0),
    signal: (name) => signalProgram(child.pid, name, wrapped.sandbox),
  };
}

export const shellIn = (
  isolation: Isolation,
  folders: AgentFolders,
  script: string,
  input?: StartInput,
): Promise<Started> => startIn(isolation, folders, ['/bin/sh', '-c', script], input);
