/** Signals to a program with everything that it has started. */
import { readdirSync, readFileSync } from 'node:fs';
import type { SandboxUse } from '../command.ts';

/** Of /proc/<pid>/stat after the name, which is in brackets. */
const GROUP = 2;

/**
 * The group that `pid` leads gets the signal. A process that has made or entered a sandbox would die
 * of a request to end, so the request goes past it: to the session inside, which the sandbox's only
 * child leads, or to all others of its group.
 */
export function signalProgram(
  pid: number | undefined,
  signal: NodeJS.Signals,
  sandbox?: SandboxUse,
): void {
  if (pid === undefined) return;
  const inside = sandbox && signal !== 'SIGKILL' ? onlyChildOf(pid) : undefined;
  if (sandbox === 'entered' && inside !== undefined) {
    for (const member of membersOf(pid)) if (member !== pid) send(member, signal);
    return;
  }
  // It may not have a session yet: then there is no program either.
  if (inside === undefined || !signalGroup(inside, signal)) signalGroup(pid, signal);
}

const signalGroup = (pid: number, signal: NodeJS.Signals): boolean => send(-pid, signal);

function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    // No such process, or the group has none.
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

const membersOf = (group: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && groupOf(pid) === group);

function groupOf(pid: number): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[GROUP]);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
