/**
 * A sandbox that is kept between the runs of an agent, so that a start is one process that enters it.
 * A shell of the runner's user keeps it and says what a run has left in it.
 *
 * Namespaces are held by open files, not by process ids: a start that enters a sandbox which has just
 * ended fails, rather than entering that of a process that has got the number since. The shell reads
 * from a pipe of the runner, and ends with it.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { WRAPPER_PATH } from './carried-environment.ts';
import { IsolationUnavailable } from './isolation.ts';

/** For a machine that is very busy; a sandbox that takes longer is given up. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Longer than a supervisor gives the programs of a runner that was killed. */
const LINGER_SECONDS = 5;
const NAMESPACES = ['mnt', 'pid', 'ipc', 'uts'] as const;
/** Folders that a run can write to and that are the sandbox's own. */
const OF_RUNS = ['/tmp', '/dev/shm', '/dev/mqueue'];
const patternsIn = (folder: string): string[] =>
  ['*', '.[!.]*', '..?*'].map((pattern) => `${folder}/${pattern}`);
const OPTIONS = { mnt: '--mount', pid: '--pid', ipc: '--ipc', uts: '--uts' } as const;

/**
 * What a run can leave where only its own processes reach: other processes, files in memory, message
 * queues, and objects of System V. Builtins of the shell alone look for it. A pattern that matches
 * nothing stands for itself, so that a file of its name is looked for apart. The first process of the
 * sandbox is bubblewrap's, which waits for what loses its parent. A process that it has yet to wait
 * for is not left: a zombie of one thread, since others are those whose first thread alone has ended.
 */
const KEEP = `
has_ended() {
  read -r stat 2>/dev/null <$1/stat || { [ ! -e $1 ]; return; }
  set -- \${stat##*)}
  [ $1 = Z ] && [ \${18} -le 1 ]
}
is_alone() {
  for process in /proc/[0-9]*; do
    case $process in /proc/1|/proc/$$) ;; *) has_ended $process || return 1 ;; esac
  done
}
list() { set -- ${OF_RUNS.flatMap(patternsIn).join(' ')}; listed=$*; }
is_there() { for path do [ ! -e "$path" ] && [ ! -L "$path" ] || return 0; done; return 1; }
has_files() {
  list
  [ "$listed" = "$first" ] || return 0
  is_there ${OF_RUNS.flatMap(patternsIn)
    .map((pattern) => `'${pattern}'`)
    .join(' ')}
}
has_objects() {
  for kind in shm sem msg; do
    { read -r names && ! read -r row; } </proc/sysvipc/$kind || return 0
  done
  return 1
}
left() {
  if ! is_alone; then echo processes
  elif has_files || has_objects; then echo files
  else echo nothing; fi
}
list
first=$listed
echo ready
while read -r asked; do left; done
is_alone || { sleep ${LINGER_SECONDS}; kill -KILL -1; }`;

export type Left = 'nothing' | 'files' | 'processes';

export interface KeptSandbox {
  /** Options of nsenter. */
  readonly enter: readonly string[];
  /**
   * Whether its mounts are as they were at first. What is mounted on a folder goes away when that is
   * removed, and moves with it.
   */
  isWhole(): boolean;
  /** What is in it besides what was there at first. Rejects if it does not answer. */
  left(): Promise<Left>;
  /** Ends everything in it. */
  close(): void;
}

type Keeper = ChildProcessByStdio<Writable, Readable, null>;

/**
 * @param sandbox the options of bubblewrap
 * @throws IsolationUnavailable if it cannot be made
 */
export async function openKeptSandbox(sandbox: readonly string[]): Promise<KeptSandbox> {
  const keeper = keep(sandbox);
  const opened: number[] = [];
  const close = (): void => {
    kill(keeper);
    for (const file of opened.splice(0)) closeSync(file);
  };
  try {
    await answerOf(keeper);
    const first = readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, 'utf8').trim();
    const mounts = `/proc/${first}/mountinfo`;
    const mounted = readFileSync(mounts, 'utf8');
    const enter: string[] = [];
    for (const kind of NAMESPACES) {
      const file = openSync(`/proc/${first}/ns/${kind}`, 'r');
      opened.push(file);
      enter.push(`${OPTIONS[kind]}=/proc/${process.pid}/fd/${file}`);
    }
    letGo(keeper);
    return {
      enter,
      isWhole: () => isSame(mounts, mounted),
      async left() {
        keeper.stdin.write('left\n');
        return (await answerOf(keeper)) as Left;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function isSame(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    // Its process has ended.
    return false;
  }
}

/** Without --die-with-parent: the programs of a runner that was killed get time to end. */
const keep = (sandbox: readonly string[]): Keeper => {
  const options = [...sandbox, '--mqueue', '/dev/mqueue'];
  const keeper = spawn('bwrap', [...options, '--', '/bin/sh', '-c', KEEP], {
    cwd: '/',
    env: { PATH: WRAPPER_PATH, LANG: 'C' },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  keeper.stdin.on('error', () => undefined);
  return keeper;
};

async function answerOf(keeper: Keeper): Promise<string> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) throw new Error('it has ended');
  const stdout = keeper.stdout as Socket;
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  const ended = once(keeper, 'exit', { signal }).then(() => {
    throw new Error('it has ended');
  });
  stdout.ref();
  try {
    const [bytes] = await Promise.race([once(stdout, 'data', { signal }), ended]);
    return String(bytes).trim();
  } catch (error) {
    throw new IsolationUnavailable(`no sandbox is kept: ${String(error)}`, { cause: error });
  } finally {
    ended.catch(() => undefined);
    done.abort();
    stdout.unref();
  }
}

/** The sandbox is no reason for this process to stay. */
function letGo(keeper: Keeper): void {
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout]) (stream as Socket).unref();
}

/** With the first process of the sandbox, which is in its group. */
function kill(keeper: Keeper): void {
  keeper.stdin.destroy();
  try {
    if (keeper.pid !== undefined && keeper.exitCode === null && keeper.signalCode === null) {
      process.kill(-keeper.pid, 'SIGKILL');
    }
  } catch {
    // It has ended.
  }
}
