import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';

// The script is passed as text: a shell reads a file in pieces, and would run garbage if the file
// were replaced meanwhile.
const script = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8');

/** Order of ending: services before the servers that they use. */
export type Rank = 1 | 2;

/** A process that outlives the launcher and ends everything that it started; see guard.sh. */
export interface Guard {
  add(pid: number, birth: string, rank: Rank, signal: NodeJS.Signals): void;
  drop(pid: number): void;
  removeAtEnd(directory: string): void;
  /** Ends the processes that are still recorded and deletes the directories. */
  close(): Promise<void>;
}

export function startGuard(): Guard {
  const groups = new Map<number, string>();
  const directories: string[] = [];
  let closing = false;
  let current = launch();

  function launch() {
    const child = spawn('/bin/sh', ['-c', script, 'muster-guard'], {
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // A killed guard is replaced below; a write to its closed pipe must not fail.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => {
        resolve();
        if (!closing) current = launch();
      });
    });
    child.unref();
    if (child.stdin instanceof Socket) child.stdin.unref();
    for (const line of groups.values()) child.stdin.write(line);
    for (const directory of directories) child.stdin.write(`remove ${directory}\n`);
    return { input: child.stdin, child, ended };
  }

  return {
    add(pid, birth, rank, signal) {
      const line = `add ${rank} ${pid} ${birth} ${signal.slice('SIG'.length)}\n`;
      groups.set(pid, line);
      current.input.write(line);
    },
    drop(pid) {
      if (groups.delete(pid)) current.input.write(`drop ${pid}\n`);
    },
    removeAtEnd(directory) {
      directories.push(directory);
      current.input.write(`remove ${directory}\n`);
    },
    async close() {
      closing = true;
      current.child.ref();
      current.input.end();
      await current.ended;
    },
  };
}
