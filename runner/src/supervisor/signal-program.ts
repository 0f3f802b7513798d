/** Signals to a program with everything that it has started. */
import { readFileSync } from 'node:fs';

/**
 * The group that `pid` leads gets the signal. A sandbox that is asked to end would take its program
 * along at once, so a request goes to the session inside, which the sandbox's only child leads.
 */
export function signalProgram(
  pid: number | undefined,
  signal: NodeJS.Signals,
  isSandbox = false,
): void {
  if (pid === undefined) return;
  const inside = isSandbox && signal !== 'SIGKILL' ? onlyChildOf(pid) : undefined;
  // It may not have a session yet: then there is no program either.
  if (inside === undefined || !signalGroup(inside, signal)) signalGroup(pid, signal);
}

function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    // The group has no processes.
    return false;
  }
}

function onlyChildOf(pid: number): number | undefined {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return Number(child) || undefined;
  } catch {
    return undefined;
  }
}
