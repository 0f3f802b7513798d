/**
 * The folder of a run for what it hands over. It lies in the agent's home, so it is looked into and read as the
 * agent's user in the agent's sandbox: a link there leads to nothing that the agent could not read itself, and is
 * not followed all the same.
 */
import { spawn } from 'node:child_process';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { AgentFolders } from '../isolation/isolation.ts';
import { killGroup } from './capture.ts';
import { look, type Eyes } from './look.ts';

/** What is left of a run that was killed with its runner is found by this name. */
const PREFIX = '.run-output-';

export const outputFolderOf = ({ home }: Pick<AgentFolders, 'home'>, runId: string): string =>
  join(home, `${PREFIX}${runId}`);

export interface Output {
  readonly name: string;
  /** As `find` has it: `f` is a file, `l` a link. */
  readonly kind: string;
  readonly bytes: number;
}

/** Arguments: the folder, the most entries. */
const LIST = `set -eu
[ -d "$1" ] && [ ! -L "$1" ] || exit 0
cd -P -- "$1"
find . -mindepth 1 -maxdepth 1 -printf '%f/%y/%s\\0' | LC_ALL=C sort -z | head -z -n "$2"`;

/** In the order of their names; nothing where the run has left nothing. */
export async function listOutputs(eyes: Eyes, folder: string, most: number): Promise<Output[]> {
  const entries = await look(eyes, {
    script: LIST,
    args: [folder, String(most)],
    cwd: eyes.folders.home,
    shown: [],
  });
  return entries.map((entry) => {
    const [name = '', kind = '', bytes = ''] = entry.split('/');
    return { name, kind, bytes: Number(bytes) };
  });
}

/**
 * Whether there is nothing in it; then it is gone. The last part of a path is not followed, and those before it
 * are the runner's. One that may not look does not know.
 */
export const removeEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    (error: { readonly code?: unknown }) => error.code === 'ENOENT',
  );

/** With those of former runs: the agent has no other one now. */
export const removeOutputs = (eyes: Eyes): Promise<unknown> =>
  look(eyes, {
    script: `cd -P -- "$1" && { rm -rf -- ./${PREFIX}* 2>/dev/null || { chmod -R u+rwx -- ./${PREFIX}*; rm -rf -- ./${PREFIX}*; }; }`,
    args: [eyes.folders.home],
    cwd: eyes.folders.home,
    shown: [],
  });

const READ = `cd -P -- "$1" && [ -f "./$2" ] && [ ! -L "./$2" ] && exec cat -- "./$2"`;

export interface Reading {
  readonly bytes: Readable;
  close(): void;
}

export function readOutput(
  { isolation, folders }: Eyes,
  folder: string,
  { name }: Output,
): Reading {
  const {
    command: [program, ...args],
    cwd,
    env,
  } = isolation.wrap(folders, {
    command: ['/bin/sh', '-c', READ, 'read', folder, name],
    cwd: folders.home,
    env: { PATH: '/usr/bin:/bin' },
  });
  const child = spawn(program, args, {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.once('error', (error) => child.stdout.destroy(error));
  return {
    bytes: child.stdout,
    close() {
      if (child.exitCode === null && child.signalCode === null) killGroup(child.pid);
      child.stdout.destroy();
    },
  };
}
