/**
 * What a started system uses by the kernel's own count: a control group holds the launcher and all
 * that comes from it, also processes that no parent waits for, whose time no sum of processes has.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { total, type Amounts, type ReadCpu } from '@muster/local/machine';

const MOUNT = '/sys/fs/cgroup';
/** What the group has counted and the sums of processes have not. */
export const UNSEEN = 'not waited for';
const POLL_MS = 10;
/** Processes of agents end shortly after the launcher. */
const EMPTY_WITHIN_MS = 10_000;

export type Counter = 'cgroup v1 (cpuacct)' | 'cgroup v2 (cpu.stat)';

export interface ControlGroup {
  readonly counter: Counter;
  /** A process that writes its number here is counted from then on, with its descendants. */
  readonly members: string;
  /** CPU milliseconds so far, also of processes that have ended. */
  cpuMs(): number;
  /** Waits until its processes have ended. */
  remove(): Promise<void>;
}

/** Undefined where this user may not make a group, or where the kernel counts none. */
export function openControlGroup(name: string, mount = MOUNT): ControlGroup | undefined {
  const own = readFileSync('/proc/self/cgroup', 'utf8');
  for (const { folder, counter } of parentsOf(own, mount)) {
    const group = join(folder, name);
    if (!makeFolder(group)) continue;
    const read = () => readCounter(group, counter);
    try {
      read();
    } catch {
      rmdirSync(group);
      continue;
    }
    return {
      counter,
      members: join(group, 'cgroup.procs'),
      cpuMs: read,
      remove: () => removeEmpty(group),
    };
  }
  return undefined;
}

/**
 * Where a group may be made, the best first: below the group of this process, which may be delegated
 * to its user, or below the root, since a container need not show the path of its own group.
 *
 * @param own the text of /proc/self/cgroup
 */
function parentsOf(own: string, mount: string): { folder: string; counter: Counter }[] {
  const isV2 = existsSync(join(mount, 'cgroup.controllers'));
  const counter: Counter = isV2 ? 'cgroup v2 (cpu.stat)' : 'cgroup v1 (cpuacct)';
  const root = isV2 ? mount : join(mount, 'cpuacct');
  const path = pathOf(own, isV2 ? '' : 'cpuacct');
  return [...new Set([join(root, path), root])].map((folder) => ({ folder, counter }));
}

/** @param controller empty for the hierarchy of version 2 */
export function pathOf(own: string, controller: string): string {
  for (const line of own.split('\n')) {
    const [, controllers = '', ...path] = line.split(':');
    if (path.length > 0 && controllers.split(',').includes(controller)) return path.join(':');
  }
  return '/';
}

function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function readCounter(group: string, counter: Counter): number {
  return counter === 'cgroup v1 (cpuacct)'
    ? Number(readFileSync(join(group, 'cpuacct.usage'), 'utf8')) / 1e6
    : usageIn(readFileSync(join(group, 'cpu.stat'), 'utf8'));
}

/**
 * @param stat the text of a cpu.stat
 * @throws Error if it has no usage
 */
export function usageIn(stat: string): number {
  const microseconds = /^usage_usec (\d+)$/m.exec(stat)?.[1];
  if (microseconds === undefined) throw new Error('cpu.stat has no usage_usec');
  return Number(microseconds) / 1e3;
}

async function removeEmpty(group: string): Promise<void> {
  const deadline = performance.now() + EMPTY_WITHIN_MS;
  for (;;) {
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}

/** The sums by name, and under a name of its own what the group has beyond them. */
export function withUnseen(read: ReadCpu, group: Pick<ControlGroup, 'cpuMs'>): ReadCpu {
  return (): Amounts => {
    const sums = read();
    return new Map([...sums, [UNSEEN, group.cpuMs() - total(sums)]]);
  };
}
