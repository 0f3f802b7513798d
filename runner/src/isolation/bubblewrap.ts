/**
 * A sandbox made by bubblewrap: processes, /tmp, /dev/shm and /run of its own, all files read-only
 * but the agent's home and the folder that it works in, and nothing of Muster or of other agents.
 */
import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import type { AgentFolders, Wrapped } from './isolation.ts';
import { resolvConfPath } from './reach.ts';

/** Files in /tmp and /dev/shm are memory; what is larger belongs into TMPDIR. */
const MEMORY_FILES_BYTES = 268_435_456;

/** What resolves names, and what NixOS finds programs by; the rest of /run is sockets. */
const KEPT_OF_RUN = [
  '/run/systemd/resolve',
  '/run/NetworkManager',
  '/run/resolvconf',
  '/run/current-system',
];

const ROOT = 0;
const START = ['bwrap', '--die-with-parent', '--new-session'] as const;
const OWN_NAMESPACES = ['--unshare-pid', '--unshare-ipc', '--unshare-uts'];
const READ_ONLY_MACHINE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
const EMPTY_RUN = [
  '--tmpfs',
  '/run',
  ...KEPT_OF_RUN.flatMap((folder) => ['--ro-bind-try', folder, folder]),
];

const writableByAll = (folder: string): string[] => [
  '--perms',
  '1777',
  '--size',
  String(MEMORY_FILES_BYTES),
  '--tmpfs',
  folder,
];

/** Options of bubblewrap for a sandbox in which no agent's home is. */
export const emptySandbox: readonly string[] = [
  ...OWN_NAMESPACES,
  ...READ_ONLY_MACHINE,
  ...writableByAll('/dev/shm'),
  ...writableByAll('/tmp'),
  ...EMPTY_RUN,
];

/**
 * Options of bubblewrap for the sandbox of an agent.
 *
 * @param shown bound before anything is hidden, so that it shows nothing hidden
 * @param hidden folders and files that are empty in the sandbox; those that do not exist are left out
 */
export const sandboxOf = (
  folders: AgentFolders,
  shown: readonly string[],
  hidden: readonly string[],
): string[] => [
  ...emptySandbox,
  ...shown.flatMap((folder) => show(folder, folders.home)),
  ...hidden.flatMap(hide),
  ...resolveIn(folders),
  '--bind',
  folders.home,
  folders.home,
];

/** @param sandbox the options of bubblewrap; the sandbox ends with the command */
export const wrapInBubblewrap = (
  folders: AgentFolders,
  sandbox: readonly string[],
  { command, ...wrapped }: Wrapped,
): Wrapped => ({
  ...wrapped,
  sandbox: 'made',
  command: [
    ...(folders.network?.enter ?? []),
    ...START,
    ...(folders.network ? asOwnUser() : []),
    ...sandbox,
    '--',
    ...command,
  ],
});

/** An ordinary user enters a network as root of the user namespace that owns it. */
function asOwnUser(): string[] {
  const [uid, gid] = [process.getuid?.() ?? ROOT, process.getgid?.() ?? ROOT];
  return uid === ROOT ? [] : ['--unshare-user', '--uid', String(uid), '--gid', String(gid)];
}

const resolveIn = ({ network }: AgentFolders): string[] =>
  network?.resolvConf === undefined ? [] : ['--ro-bind', network.resolvConf, resolvConfPath()];

/**
 * The home is there anyway. In a folder that is new in the sandbox, the folders above have to be
 * made for all users.
 */
function show(folder: string, home: string): string[] {
  const real = isInside(folder, home) ? undefined : realPathOf(folder);
  return real === undefined ? [] : ['--dir', dirname(real), '--bind', real, real];
}

/** An agent's home is made again in what is hidden. */
function hide(path: string): string[] {
  const real = realPathOf(path);
  if (real === undefined) return [];
  return statSync(real).isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real];
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isInside(path: string, folder: string): boolean {
  const fromFolder = relative(folder, path);
  return !isAbsolute(fromFolder) && fromFolder.split('/')[0] !== '..';
}
