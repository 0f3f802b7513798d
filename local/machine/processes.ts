/** Processes as Linux reports them in /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time to programs in hundredths of a second, whatever its own tick is. */
export const TICK_MS = 10;
const KB_PER_MB = 1_024;

export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Start in ticks since boot: id and start identify a process, because ids are reused. */
  readonly bornAt: number;
  /** User and system time of the process itself. */
  readonly ownTicks: number;
  /** The same for its children that have ended and were waited for, and for theirs. */
  readonly endedTicks: number;
}

export type Processes = ReadonlyMap<number, ProcessStat>;

/** Reads the text of /proc/<pid>/stat. */
export function parseStat(pid: number, stat: string): ProcessStat {
  // The name is in parentheses and may contain any character, also parentheses.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (index: number): number => fields[index] ?? 0;
  return {
    pid,
    parent: field(1),
    session: field(3),
    ownTicks: field(11) + field(12),
    endedTicks: field(13) + field(14),
    bornAt: field(19),
  };
}

export function readProcesses(): Processes {
  const all = new Map<number, ProcessStat>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const pid = Number(entry);
    const stat = readOrNothing(`/proc/${entry}/stat`);
    if (stat !== '') all.set(pid, parseStat(pid, stat));
  }
  return all;
}

/** The program and its arguments; empty when the process has ended. */
export const commandOf = (pid: number): string[] =>
  readOrNothing(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);

/** Rss counts shared pages for each process; Pss counts the process's share of them. */
export function megabytes(pid: number, field: 'Rss' | 'Pss'): number {
  const rollup = readOrNothing(`/proc/${pid}/smaps_rollup`);
  return Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / KB_PER_MB;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended since the folder was read.
    return '';
  }
}
