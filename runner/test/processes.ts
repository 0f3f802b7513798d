/** Processes of this machine. */
import { readFileSync } from 'node:fs';
import type { RunKey } from '@muster/runner-protocol';
import { vi } from 'vitest';
import { processesWhere } from '../src/isolation/processes.ts';

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const untilGone = (pid: number): Promise<void> =>
  vi.waitFor(
    () => {
      if (isThere(pid)) throw new Error(`process ${pid} is there`);
    },
    { timeout: 20_000 },
  );

/** Processes of a run of `shellRun` and what wraps them, by the variable that it gives them. */
export const processesOf = ({ runId }: Pick<RunKey, 'runId'>): number[] =>
  processesWhere((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(runId));

/** The process that owns the programs of a runner. */
export function supervisorOf(runner: number): number {
  const [supervisor = 0] = processesWhere(
    (pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('muster-supervisor') &&
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(runner),
  );
  return supervisor;
}

/** Numbers of the processes with this text in their command lines. */
export const commandLinesWith = (text: string): number[] =>
  processesWhere((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text));
