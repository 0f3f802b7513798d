// Who must live for `pnpm start` to go on. npx and npm do not pass SIGTERM on, so the launcher sees
// for itself whether they are still there. A shell is no such parent: whoever starts something in
// the background and leaves wants it to run on.
import { readFileSync } from 'node:fs';
import { birthOf } from '../servers/index.ts';

const LOOK_EVERY_MS = 500;
const MANY_ANCESTORS = 16;

/** One process on the way up: its id, and what it runs. */
export type Ancestor = { pid: number; command: string };

/** Calls back once when a program that started this process is gone. */
export function onParentGone(callback: () => void): void {
  const watched = watchedAmong(lineage(process.ppid));
  const births = watched.map(({ pid }) => ({ pid, birth: birthOf(pid) }));
  const timer = setInterval(() => {
    if (births.every(({ pid, birth }) => birthOf(pid) === birth)) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Nearest first. Everything up to the topmost package runner, else the parent unless a shell. */
export function watchedAmong(ancestors: readonly Ancestor[]): readonly Ancestor[] {
  const top = ancestors.findLastIndex(({ command }) => isRunner(command));
  if (top >= 0) return ancestors.slice(0, top + 1);
  return ancestors.slice(0, 1).filter(({ command }) => !isShell(command));
}

const isShell = (command: string) =>
  /^-?(\S*\/)?(sh|bash|dash|zsh|ash|ksh|fish)( |$)/.test(command);
const isRunner = (command: string) => !isShell(command) && /(^|[/ ])p?np[mx]\b/.test(command);

function lineage(first: number): Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = first; pid > 1 && found.length < MANY_ANCESTORS;) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      found.push({ pid, command });
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      break;
    }
  }
  return found;
}
