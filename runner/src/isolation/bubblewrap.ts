/**
 * A sandbox made by bubblewrap: processes, /tmp, /dev/shm and /run of its own, all files read-only
 * but the agent's home and the folder that it works in, and nothing of Muster or of other agents.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import type { Place, Wrapped } from './isolation.ts';
import { hasArguments, isOfUser, processesWhere } from './processes.ts';

/** Files in /tmp and /dev/shm are memory; what is larger belongs into TMPDIR. */
const MEMORY_FILES_BYTES = 268_435_456;

/** What resolves names, and what NixOS finds programs by; the rest of /run is sockets. */
const KEPT_OF_RUN = [
  '/run/systemd/resolve',
  '/run/NetworkManager',
  '/run/resolvconf',
  '/run/current-system',
];

const START = ['env', '--ignore-signal=TERM', 'bwrap', '--die-with-parent'] as const;
const OWN_NAMESPACES = ['--unshare-pid', '--unshare-ipc', '--unshare-uts'];
const READ_ONLY_MACHINE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
const EMPTY_RUN = [
  '--tmpfs',
  '/run',
  ...KEPT_OF_RUN.flatMap((folder) => ['--ro-bind-try', folder, folder]),
];
const PROGRAM = ['--', 'env', '--default-signal=TERM'];

const writableByAll = (folder: string): string[] => [
  '--perms',
  '1777',
  '--size',
  String(MEMORY_FILES_BYTES),
  '--tmpfs',
  folder,
];

/**
 * A TERM for the process group is meant for the program: bubblewrap itself would end by it and take
 * the program along at once, so it ignores the signal.
 *
 * @param cwd bound before anything is hidden, so that it shows nothing hidden
 * @param hidden folders and files that are empty in the sandbox; those that do not exist are left out
 */
export const wrapInBubblewrap = (
  place: Place,
  cwd: string,
  hidden: readonly string[],
  { command, ...wrapped }: Wrapped,
): Wrapped => ({
  ...wrapped,
  command: [
    ...START,
    ...OWN_NAMESPACES,
    ...READ_ONLY_MACHINE,
    ...writableByAll('/dev/shm'),
    ...writableByAll('/tmp'),
    ...EMPTY_RUN,
    ...(isInside(cwd, place.home) ? [] : show(cwd)),
    ...hidden.flatMap(hide),
    '--bind',
    place.home,
    place.home,
    ...PROGRAM,
    ...command,
  ],
});

/** In a folder that is new in the sandbox, the folders above it have to be made for all users. */
const show = (cwd: string): string[] =>
  existsSync(cwd) ? ['--dir', dirname(cwd), '--bind', cwd, cwd] : [];

/** Mounts are made by their real paths, and an agent's home is made again in what is hidden. */
function hide(path: string): string[] {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real];
  } catch {
    return [];
  }
}

export function isInside(path: string, folder: string): boolean {
  const fromFolder = relative(folder, path);
  return !isAbsolute(fromFolder) && fromFolder.split('/')[0] !== '..';
}

/**
 * Processes of `uid` that hold the sandbox of a home. The first process in a sandbox is one of
 * them, and it is there until all others are gone.
 */
export const sandboxesOf = (home: string, uid: number): number[] =>
  processesWhere(isOfUser(uid), hasArguments('--bind', home, home));
