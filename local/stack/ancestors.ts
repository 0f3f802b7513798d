// The processes that must be alive for `pnpm start` to continue. npx and npm do not forward
// SIGTERM, so the launcher checks whether they are alive. A shell is not watched: a command that
// was started in the background continues after its shell has ended.
import { readFileSync } from 'node:fs';
import { birthOf } from '@muster/local-servers';

const CHECK_EVERY_MS = 500;
const ANCESTORS_MAX = 16;

/** An ancestor process: its id and its command line. */
export interface Ancestor {
  pid: number;
  command: string;
}

/** Calls back once when a watched ancestor has ended. */
export function onParentExit(callback: () => void): void {
  const watched = watchedAmong(ancestorsFrom(process.ppid));
  const births = watched.map(({ pid }) => ({ pid, birth: birthOf(pid) }));
  const timer = setInterval(() => {
    if (births.every(({ pid, birth }) => birthOf(pid) === birth)) return;
    clearInterval(timer);
    callback();
  }, CHECK_EVERY_MS);
  timer.unref();
}

/** Nearest first: all up to the topmost package runner, or the parent unless it is a shell. */
export function watchedAmong(ancestors: readonly Ancestor[]): readonly Ancestor[] {
  const top = ancestors.findLastIndex(({ command }) => isRunner(command));
  if (top >= 0) return ancestors.slice(0, top + 1);
  return ancestors.slice(0, 1).filter(({ command }) => !isShell(command));
}

const isShell = (command: string) =>
  /^-?(\S*\/)?(sh|bash|dash|zsh|ash|ksh|fish)( |$)/.test(command);
const isRunner = (command: string) => !isShell(command) && /(^|[/ ])p?np[mx]\b/.test(command);

function ancestorsFrom(first: number): Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = first; pid > 1 && found.length < ANCESTORS_MAX;) {
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
