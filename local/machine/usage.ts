/** CPU and memory of the processes of a stack, read from /proc of Linux. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';
import { megabytes, readProcesses, TICK_MS } from './processes.ts';

/** Share of a core below which the work after the answers is done. */
const QUIET_SHARE = 0.1;
const QUIET_WINDOW_MS = 250;
const QUIET_TIMEOUT_MS = 30_000;

/** Name of a process → amount. A database counts as one process with all its children. */
export type Amounts = ReadonlyMap<string, number>;
export type Pids = Stack['pids'];
/** CPU milliseconds that each process has used so far. */
export type ReadCpu = () => Amounts;

/** CPU milliseconds since each process began, its own and those of children that have ended. */
export function cpuOf(pids: Pids): Amounts {
  const processes = readProcesses();
  return sumByName(pids, (pid) => {
    let ticks = 0;
    // The fields of a child include its own ended children.
    for (const each of processes.values()) {
      if (each.pid === pid || each.parent === pid) ticks += each.ownTicks + each.endedTicks;
    }
    return ticks * TICK_MS;
  });
}

export interface Memory {
  /** Megabytes with shared pages counted for each process. */
  readonly rss: Amounts;
  /** Megabytes with shared pages counted once. */
  readonly pss: Amounts;
}

export function memoryOf(pids: Pids): Memory {
  const processes = [...readProcesses().values()];
  const family = (pid: number): number[] => [
    pid,
    ...processes.filter(({ parent }) => parent === pid).map((child) => child.pid),
  ];
  const amounts = (field: 'Rss' | 'Pss') =>
    sumByName(pids, (pid) =>
      family(pid).reduce((sum, member) => sum + megabytes(member, field), 0),
    );
  return { rss: amounts('Rss'), pss: amounts('Pss') };
}

export const minus = (later: Amounts, earlier: Amounts): Amounts =>
  new Map([...later].map(([name, amount]) => [name, amount - (earlier.get(name) ?? 0)]));

export const plus = (one: Amounts, other: Amounts): Amounts =>
  new Map([...other].map(([name, amount]) => [name, amount + (one.get(name) ?? 0)]));

export const total = (amounts: Amounts): number =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * CPU milliseconds that all programs of the machine have used since boot, including time that the
 * host gave to other machines.
 */
export function cpuOfMachine(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user, nice, system, , , ...others] = all.split(/ +/).slice(1).map(Number);
  // Interrupts and stolen time; user time already includes the time of guests.
  const ticks = [user, nice, system, ...others.slice(0, 3)];
  return ticks.reduce<number>((sum, n) => sum + (n ?? 0), 0) * TICK_MS;
}

/** Share of one core that these processes use, over some time. */
export async function cpuShare(read: ReadCpu, windowMs: number): Promise<number> {
  const before = read();
  const startedAt = performance.now();
  await delay(windowMs);
  return total(minus(read(), before)) / (performance.now() - startedAt);
}

/** Waits until the stack is idle: it still processes events after its answers. */
export async function becomesQuiet(read: ReadCpu): Promise<void> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  while ((await cpuShare(read, QUIET_WINDOW_MS)) > QUIET_SHARE) {
    if (performance.now() > deadline) throw new Error('The stack did not become idle.');
  }
}

function sumByName(pids: Pids, amount: (pid: number) => number): Amounts {
  const sums = new Map<string, number>();
  for (const { name, pid } of pids()) sums.set(name, (sums.get(name) ?? 0) + amount(pid));
  return sums;
}
