/** What the processes of a stack use, read from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';

/** Linux tells programs about time in hundredths of a second, whatever its own clock does. */
export const TICK_MS = 10;
const KB_PER_MB = 1_024;
/** Fields of /proc/<pid>/stat after the name: the parent, and four kinds of time. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

/** What is left to do after the answers is done when no more than this is used. */
const QUIET_SHARE = 0.1;
const QUIET_WINDOW_MS = 250;
const QUIET_TIMEOUT_MS = 30_000;

/** Name of a process → how much. A database is one with all its children. */
export type Amounts = ReadonlyMap<string, number>;
export type Pids = Stack['pids'];

/** CPU milliseconds since each process began, its own and those of children that have ended. */
export function cpuOf(pids: Pids): Amounts {
  const parents = parentsAndTimes();
  return sumByName(pids, (pid) => {
    let sum = parents.get(pid)?.withEnded ?? 0;
    // What a child has of its own ended children counts too: it is in its fields.
    for (const { parent, withEnded } of parents.values()) if (parent === pid) sum += withEnded;
    return sum * TICK_MS;
  });
}

export interface Memory {
  /** Megabytes as the system counts them: shared pages again for each process. */
  readonly rss: Amounts;
  /** Megabytes with shared pages counted once. */
  readonly pss: Amounts;
}

export function memoryOf(pids: Pids): Memory {
  const parents = parentsAndTimes();
  const family = (pid: number): number[] => [
    pid,
    ...[...parents].filter(([, { parent }]) => parent === pid).map(([child]) => child),
  ];
  const megabytes = (field: string) => sumByName(pids, (pid) =>
    family(pid).reduce((sum, member) => sum + kilobytes(member, field), 0) / KB_PER_MB);
  return { rss: megabytes('Rss'), pss: megabytes('Pss') };
}

export const minus = (later: Amounts, earlier: Amounts): Amounts =>
  new Map([...later].map(([name, amount]) => [name, amount - (earlier.get(name) ?? 0)]));

export const plus = (one: Amounts, other: Amounts): Amounts =>
  new Map([...other].map(([name, amount]) => [name, amount + (one.get(name) ?? 0)]));

export const total = (amounts: Amounts): number =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * CPU milliseconds that all programs of the machine have used since it began; what its host gave to
 * other machines instead is used as well.
 */
export function cpuOfMachine(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user, nice, system, , , ...others] = all.split(/ +/).slice(1).map(Number);
  // Interrupts and stolen time; what guests use stands in the time of users already.
  const ticks = [user, nice, system, ...others.slice(0, 3)];
  return ticks.reduce<number>((sum, n) => sum + (n ?? 0), 0) * TICK_MS;
}

/** Share of one core that the whole stack uses, over some time. */
export async function cpuShare(pids: Pids, windowMs: number): Promise<number> {
  const before = cpuOf(pids);
  const startedAt = performance.now();
  await delay(windowMs);
  return total(minus(cpuOf(pids), before)) / (performance.now() - startedAt);
}

/** Events are worked off after the answer; waits until that is done too. */
export async function becomesQuiet(pids: Pids): Promise<void> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  while ((await cpuShare(pids, QUIET_WINDOW_MS)) > QUIET_SHARE) {
    if (performance.now() > deadline) throw new Error('the stack does not come to rest');
  }
}

function sumByName(pids: Pids, amount: (pid: number) => number): Amounts {
  const sums = new Map<string, number>();
  for (const { name, pid } of pids()) sums.set(name, (sums.get(name) ?? 0) + amount(pid));
  return sums;
}

interface Times {
  readonly parent: number;
  /** In ticks: user and system time, that of ended children included. */
  readonly withEnded: number;
}

function parentsAndTimes(): Map<number, Times> {
  const all = new Map<number, Times>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readOrNothing(`/proc/${entry}/stat`);
    // The name stands in parentheses and may hold anything, even further parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const withEnded = TIMES.reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
    if (stat !== '') all.set(Number(entry), { parent: Number(fields[PARENT]), withEnded });
  }
  return all;
}

const kilobytes = (pid: number, field: string): number => {
  const rollup = readOrNothing(`/proc/${pid}/smaps_rollup`);
  return Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0);
};

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended since the folder was read.
    return '';
  }
}
