/** Processes of this machine, as /proc shows them. */
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Leader } from './isolation.ts';
import { isRunning } from './leader.ts';

/** Killed processes are gone within milliseconds, unless a disk or a file server holds them. */
const LOOK_AGAIN_MS = 10;
const GONE_WITHIN_MS = 30_000;

/** Fields of /proc/<pid>/stat, counted from the first after the name. */
const STATE = 0;
const THREADS = 17;

type Question = (pid: number) => boolean;

/** Numbers of the processes to which all of these apply. Reading /proc waits for no disk. */
export const processesWhere = (...questions: readonly Question[]): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && questions.every((applies) => ask(applies, pid)));

function ask(applies: Question, pid: number): boolean {
  try {
    return applies(pid);
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

export const isOfUser =
  (uid: number): Question =>
  (pid) =>
    statSync(`/proc/${pid}`).uid === uid && !hasEnded(pid);

/**
 * Whether a process lives where something is mounted at `path`. A first thread that has ended has no
 * mounts any more, while the others do. mountinfo writes a space as \040.
 */
export const hasMount =
  (path: string): Question =>
  (pid) =>
    readdirSync(`/proc/${pid}/task`).some((thread) =>
      ask((id) => mountsOf(pid, id).includes(` ${path.replaceAll(' ', '\\040')} `), Number(thread)),
    );

const mountsOf = (pid: number, thread: number): string =>
  readFileSync(`/proc/${pid}/task/${thread}/mountinfo`, 'utf8');

/** Whether a process is in another namespace of processes than this one. */
export const isInOtherNamespace = (): Question => {
  const own = readlinkSync('/proc/self/ns/pid');
  return (pid) => readlinkSync(`/proc/${pid}/ns/pid`) !== own;
};

/**
 * Whether only its parent still has to ask for its end. A process whose first thread has ended is
 * called a zombie while its other threads go on. The state follows the name, which is in brackets
 * and may hold any character.
 */
export function hasEnded(pid: number): boolean {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields[STATE] === 'Z' && Number(fields[THREADS]) <= 1;
}

/**
 * Kills until none is left: what was killed may have started another process just before.
 *
 * @throws Error if some are left after half a minute
 */
export async function endAll(
  find: () => readonly number[],
  kill: (pids: readonly number[]) => unknown,
): Promise<void> {
  const giveUpAt = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const left = find();
    if (left.length === 0) return;
    if (performance.now() > giveUpAt) throw new Error(`cannot end processes ${left.join(', ')}`);
    await kill(left);
    await wait(LOOK_AGAIN_MS);
  }
}

export function killEach(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Nothing if the leader has ended: its number may be another's. */
export function killGroup(leader: Leader | undefined): void {
  if (leader && isRunning(leader)) killEach([-leader.pid]);
}
