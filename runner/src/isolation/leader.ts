/** Which process a number means: numbers are given again, also to processes of others. */
import { readFileSync } from 'node:fs';
import type { Leader } from './isolation.ts';

/** Fields of /proc/<pid>/stat after the name, which is in brackets: the state, and the start. */
const STATE = 0;
const START_TIME = 19;
const ZOMBIE = 'Z';

/** Undefined if no such process runs, or where the system shows none. */
export function leaderOf(pid: number): Leader | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (fields[STATE] === ZOMBIE) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { pid, startedAt: `${boot}/${fields[START_TIME]}` };
  } catch {
    return undefined;
  }
}

export const isRunning = ({ pid, startedAt }: Leader): boolean =>
  leaderOf(pid)?.startedAt === startedAt;
