/**
 * Agents must not outlive the worker that answers for them. A small shell, in a session of its
 * own, holds the list of their process groups and blocks on a pipe whose other end only this
 * process has: when it closes, however this process ended, the shell ends every group on its list.
 */
import { spawn, type ChildProcess } from 'node:child_process';

/** Between asking the groups of a dead worker to end and ending them. */
const ORPHAN_GRACE_SECONDS = 2;

/**
 * Lines: `add <pid>` and `drop <pid>`. Nothing is forked for them where the kernel tells of births
 * in a file: each heartbeat writes two. A group whose leader's id was given to a stranger meanwhile
 * is left alone: the id of a group that still has members is never given away.
 */
const script = `
trap '' HUP INT TERM
groups=''
if [ -r /proc/self/stat ]; then
  look() {
    born=''
    read -r stat 2>/dev/null < "/proc/$1/stat" || return
    set -- \${stat##*) }
    born="\${20}"
  }
else
  look() { born=$(ps -o lstart= -p "$1" | tr -s ' ' '_'); }
fi
each() {
  for group in $groups; do
    pid=\${group%%:*}
    look "$pid"
    [ -n "$born" ] && [ "$born" != "\${group#*:}" ] && continue
    kill -s "$1" -- "-$pid" 2>/dev/null
  done
}
while read -r word pid; do
  case "$word" in
    add)
      look "$pid"
      groups="$groups $pid:$born"
      ;;
    drop)
      kept=''
      for group in $groups; do
        [ "\${group%%:*}" = "$pid" ] || kept="$kept $group"
      done
      groups=$kept
      ;;
  esac
done
[ -n "$groups" ] || exit 0
each TERM
sleep ${ORPHAN_GRACE_SECONDS}
each KILL
`;

export interface Guard {
  /** Calls back when the group is on the list for certain, whatever happens to this process. */
  add(pid: number, listed: () => void): void;
  drop(pid: number): void;
  close(): void;
}

export function openGuard(): Guard {
  const groups = new Set<number>();
  let closing = false;
  let current = launch();

  function launch(): ChildProcess {
    const child = spawn('/bin/sh', ['-c', script, 'muster-guard'], {
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // A guard that is killed is replaced; a write to its closed pipe is no failure.
    child.stdin?.on('error', () => undefined);
    child.once('exit', () => {
      if (!closing) current = launch();
    });
    child.unref();
    for (const pid of groups) child.stdin?.write(`add ${pid}\n`);
    return child;
  }

  return {
    add(pid, listed) {
      groups.add(pid);
      // What is in the pipe is read by the guard even if this process is gone by then.
      current.stdin?.write(`add ${pid}\n`, listed);
    },
    drop(pid) {
      if (groups.delete(pid)) current.stdin?.write(`drop ${pid}\n`);
    },
    close() {
      closing = true;
      current.stdin?.end();
    },
  };
}
