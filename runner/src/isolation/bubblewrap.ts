/**
 * A sandbox made by bubblewrap: processes, /tmp, /dev/shm and /run of its own, all files read-only
 * but the agent's home and the folder that it works in, and nothing of Muster or of other agents.
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside, realPathOf, type ClosedFolders } from './closed-folders.ts';
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
const READ_ONLY_MACHINE = ['--ro-bind', '/', '/'];
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

/** What no folder of the machine may take the place of. */
const OWN_FOLDERS = [
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  ...writableByAll('/dev/shm'),
  ...writableByAll('/tmp'),
  ...EMPTY_RUN,
];

/** Options of bubblewrap for a sandbox in which no agent's home is. */
export const emptySandbox: readonly string[] = [
  ...OWN_NAMESPACES,
  ...READ_ONLY_MACHINE,
  ...OWN_FOLDERS,
];

export interface Seen {
  readonly shown: readonly string[];
  readonly closed: ClosedFolders;
  /** Folders and files that are empty in the sandbox; those that do not exist are left out. */
  readonly hidden: readonly string[];
}

/**
 * Options of bubblewrap for the sandbox of an agent. What is shown is bound before the sandbox's own
 * folders are made and before anything is hidden, so that it takes no place of theirs and shows nothing
 * hidden. Only folders below /tmp come after the sandbox's own /tmp.
 *
 * @throws FolderNotAllowed for a folder that is closed
 */
export function sandboxOf(folders: AgentFolders, { shown, closed, hidden }: Seen): string[] {
  const real = shown.flatMap((folder) => closed.open(folder, folders) ?? []);
  const isTemporary = (folder: string): boolean => isInside(folder, '/tmp');
  return [
    ...OWN_NAMESPACES,
    ...READ_ONLY_MACHINE,
    ...real.filter((folder) => !isTemporary(folder)).flatMap(show),
    ...OWN_FOLDERS,
    ...real.filter(isTemporary).flatMap(show),
    ...hidden.flatMap(hide),
    ...resolveIn(folders),
    '--bind',
    folders.home,
    folders.home,
  ];
}

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

/** In a folder that is new in the sandbox, the folders above have to be made for all users. */
const show = (real: string): string[] => ['--dir', dirname(real), '--bind', real, real];

/** An agent's home is made again in what is hidden. */
function hide(path: string): string[] {
  const real = realPathOf(path);
  if (real === undefined) return [];
  return statSync(real).isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real];
}
