/** Processes of this machine, as /proc shows them. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Killed processes are gone within milliseconds, unless a disk or a file server holds them. */
const LOOK_AGAIN_MS = 10;
const GONE_WITHIN_MS = 30_000;

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
    statSync(`/proc/${pid}`).uid === uid && !isZombie(pid);

/** Whether these follow each other among the arguments of a process. */
export const hasArguments =
  (...wanted: readonly string[]): Question =>
  (pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0${wanted.join('\0')}\0`);

/** The state follows the name, which is in brackets and may hold any character. */
function isZombie(pid: number): boolean {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).startsWith('Z');
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
