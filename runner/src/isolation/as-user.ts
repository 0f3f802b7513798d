/** Command lines by which root starts something as the user of an agent. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { emptySandbox, wrapInBubblewrap } from './bubblewrap.ts';
import { WRAPPER_PATH } from './carried-environment.ts';
import type { AgentFolders, Wrapped } from './isolation.ts';
import { openKeptSandbox } from './kept-sandbox.ts';

const NO_PRIVILEGES = [
  '--clear-groups',
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all',
];
const LAUNCH = 'ulimit -c 0; exec "$@"';
/** For what starts the programs of runs: what it gives up, they cannot have. */
export const LAUNCHER = [
  'setpriv',
  '--no-new-privs',
  '--inh-caps=-all',
  '/bin/sh',
  '-c',
  LAUNCH,
  'launcher',
] as const;
const TRY_TIMEOUT_MS = 10_000;
const run = promisify(execFile);

/** @param sandbox options of bubblewrap for one that ends with the command */
export function wrapAsUser(
  folders: AgentFolders,
  program: Wrapped,
  sandbox?: readonly string[],
): Wrapped {
  const asUser = dropPrivileges(folders, program);
  return sandbox ? wrapInBubblewrap(folders, sandbox, asUser) : asUser;
}

/** Below the launcher, which keeps it from new privileges; nothing in a sandbox gives any. */
export function enterAsUser(
  folders: AgentFolders,
  options: readonly string[],
  { command, ...carried }: Wrapped,
): Wrapped {
  const { network, user } = folders;
  if (!user) throw new Error('folders without a user');
  const asUser = [`--setuid=${user.uid}`, `--setgid=${user.gid}`];
  return {
    ...carried,
    sandbox: 'entered',
    command: [...(network?.enter ?? ['nsenter']), ...options, ...asUser, ...command],
  };
}

function dropPrivileges({ user }: AgentFolders, { command, ...wrapped }: Wrapped): Wrapped {
  if (!user) throw new Error('folders without a user');
  return {
    ...wrapped,
    command: [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      ...NO_PRIVILEGES,
      ...command,
    ],
  };
}

/** Whether a sandbox can be kept here and entered: it takes a right more than making one. */
export async function canKeepSandbox(uid: number): Promise<boolean> {
  const sandbox = await openKeptSandbox(emptySandbox).catch(() => undefined);
  if (!sandbox) return false;
  const asUser = ['nsenter', ...sandbox.enter, `--setuid=${uid}`, `--setgid=${uid}`];
  const isUser = ['/bin/sh', '-c', `[ "$(id -u) $(id -G)" = "${uid} ${uid}" ]`];
  const [launcher, ...args] = [...LAUNCHER, ...asUser, ...isUser];
  try {
    await run(launcher, args, { cwd: '/', env: { PATH: WRAPPER_PATH }, timeout: TRY_TIMEOUT_MS });
    return (await sandbox.left()) === 'nothing';
  } catch {
    return false;
  } finally {
    sandbox.close();
  }
}
