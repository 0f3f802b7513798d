/**
 * For a runner that is root: every agent is a user of its own and every company a group, in a
 * sandbox where the kernel lets us make one. Without a sandbox, files and processes are still those
 * of another user.
 */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canKeepSandbox, enterAsUser, LAUNCHER, wrapAsUser } from './as-user.ts';
import { sandboxOf } from './bubblewrap.ts';
import { carryEnvironment } from './carried-environment.ts';
import { closedFolders } from './closed-folders.ts';
import {
  IsolationUnavailable,
  type Isolation,
  type IsolationSettings,
  type AgentFolders,
  type Wrapped,
} from './isolation.ts';
import { openKeptSandboxes } from './kept-sandboxes.ts';
import { endAll, isOfUser, killGroup, processesWhere } from './processes.ts';
import { requireStart } from './require-start.ts';
import { openUsers, type User } from './users.ts';
import { describeNetwork, openNetworks } from './networks.ts';

const ROOT = 0;
const run = promisify(execFile);

/** @throws IsolationUnavailable if the runner is not root, or its users cannot enter `runsDir` */
export async function openUser(
  settings: IsolationSettings,
  { withSandbox, withNetwork }: { readonly withSandbox: boolean; readonly withNetwork: boolean },
): Promise<Isolation> {
  if (process.getuid?.() !== ROOT) throw new IsolationUnavailable('the runner is not root');
  const { runsDir, hide, uids } = settings;
  // Agents pass through to their homes and see no names of others.
  await chmod(runsDir, 0o711);
  const [users, closed] = [await openUsers(settings), closedFolders(settings)];
  const networks = withNetwork ? openNetworks(settings) : undefined;
  const kept = withSandbox && (await canKeepSandbox(uids.last)) ? openKeptSandboxes() : undefined;
  const sandboxFor = (folders: AgentFolders, { cwd }: Wrapped, shown: readonly string[] = []) => {
    if (withNetwork && !folders.network) throw new Error('folders without a network');
    if (!withSandbox) return undefined;
    return sandboxOf(folders, { shown: [cwd, ...shown], closed, hidden: [...hide, runsDir] });
  };
  const isolation: Isolation = {
    name: 'user',
    closed,
    describe: `${describeUser(settings, withSandbox)}. ${describeNetwork(settings, withNetwork)}`,
    async prepare(agent, apiUrl) {
      const home = join(runsDir, agent.agentId);
      const user = await users.of(agent, (its) => makeHome(home, its));
      const network = await networks?.enter(agent, apiUrl);
      const folders = { home, workspace: join(home, 'workspace'), tmp: join(home, 'tmp') };
      return { ...agent, ...folders, user, ...(network ? { network } : {}) };
    },
    launcher: LAUNCHER,
    wrap: (folders, program, shown) =>
      wrapAsUser(folders, carryEnvironment(folders, program), sandboxFor(folders, program, shown)),
    async wrapRun(folders, program, shown) {
      const sandbox = sandboxFor(folders, program, shown);
      const carried = carryEnvironment(folders, program, { isGated: true });
      const options = sandbox && (await kept?.enter(folders.agentId, sandbox));
      if (options) return enterAsUser(folders, options, carried);
      return wrapAsUser(folders, carried, sandbox);
    },
    async end(folders, leader) {
      killGroup(leader);
      const endProcesses = (): Promise<void> => endUser(folders);
      if (kept) await kept.leave(folders.agentId, endProcesses);
      else await endProcesses();
      networks?.leave(folders);
    },
  };
  const user = { uid: uids.last, gid: uids.last };
  await requireStart(isolation, { runsDir, user, ...(networks ? { networks } : {}) });
  return isolation;
}

const describeUser = ({ uids }: IsolationSettings, withSandbox: boolean): string =>
  `user: each agent is a user of its own, each company a group (${uids.first} to ${uids.last})${
    withSandbox
      ? ', with its own files, processes and /tmp (bubblewrap)'
      : ', without a sandbox: agents see names of processes and share /tmp'
  }`;

/** A home is made under another name: what has its name belongs to its user. */
async function makeHome(home: string, { uid, gid }: User): Promise<void> {
  const found = await stat(home).catch(() => undefined);
  if (found?.uid === uid && found.gid === gid) return;
  if (found) {
    // From before agents had users; its user has not run yet. Links are not followed.
    // Changed before it is given away: afterwards root needs a capability more.
    await chmod(home, 0o700);
    await run('chown', ['-R', '-h', '-P', '--', `${uid}:${gid}`, home]);
    return;
  }
  const made = await mkdtemp(`${home}.`);
  for (const folder of ['workspace', 'tmp']) {
    await mkdir(join(made, folder));
    await chown(join(made, folder), uid, gid);
  }
  await chown(made, uid, gid);
  await rename(made, home);
}

/**
 * Until a program has become its user, only its leader tells that it is there. Killing all processes
 * of a user at once, as the user, leaves none of them time to start another.
 */
async function endUser({ user }: AgentFolders): Promise<void> {
  if (!user) throw new Error('folders without a user');
  const killAsUser = (): Promise<unknown> =>
    run('/bin/sh', ['-c', 'kill -9 -1'], { ...user, cwd: '/', env: {} }).catch(() => undefined);
  await endAll(() => processesWhere(isOfUser(user.uid)), killAsUser);
}
