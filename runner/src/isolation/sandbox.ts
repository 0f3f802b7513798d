/**
 * For a runner without root: every agent has a sandbox of its own, but all are the runner's user.
 * What the sandbox does not show, an agent cannot reach.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxOf, wrapInBubblewrap } from './bubblewrap.ts';
import { carryEnvironment } from './carried-environment.ts';
import { closedFolders } from './closed-folders.ts';
import type { Isolation, IsolationSettings, AgentFolders, Wrapped } from './isolation.ts';
import { describeNetwork, openNetworks } from './networks.ts';
import {
  endAll,
  hasMount,
  isInOtherNamespace,
  isOfUser,
  killEach,
  killGroup,
  processesWhere,
} from './processes.ts';
import { requireStart } from './require-start.ts';

/** @throws IsolationUnavailable if bubblewrap cannot make a sandbox here */
export async function openSandbox(
  settings: IsolationSettings,
  { withNetwork }: { readonly withNetwork: boolean },
): Promise<Isolation> {
  const { runsDir, hide } = settings;
  const networks = withNetwork ? openNetworks(settings) : undefined;
  const closed = closedFolders(settings);
  const wrapped = (
    folders: AgentFolders,
    program: Wrapped,
    { shown = [], isGated = false }: { shown?: readonly string[] | undefined; isGated?: boolean },
  ): Wrapped => {
    if (withNetwork && !folders.network) throw new Error('folders without a network');
    const seen = { shown: [program.cwd, ...shown], closed, hidden: [...hide, runsDir] };
    const sandbox = sandboxOf(folders, seen);
    return wrapInBubblewrap(folders, sandbox, carryEnvironment(folders, program, { isGated }));
  };
  const isolation: Isolation = {
    name: 'sandbox',
    closed,
    describe:
      'sandbox: each agent has its own files, processes and /tmp (bubblewrap), but not its own ' +
      `user, which needs root. ${describeNetwork(settings, withNetwork)}, and files of this user outside of Muster`,
    async prepare(agent, apiUrl) {
      const home = join(runsDir, agent.agentId);
      await mkdir(home, { recursive: true, mode: 0o700 });
      const network = await networks?.enter(agent, apiUrl);
      const folders = { home, workspace: join(home, 'workspace'), tmp: join(home, 'tmp') };
      return { ...agent, ...folders, ...(network ? { network } : {}) };
    },
    launcher: [],
    wrap: (folders, program, shown) => wrapped(folders, program, { shown }),
    wrapRun: async (folders, program, shown) => wrapped(folders, program, { shown, isGated: true }),
    async end(folders, leader) {
      const { home } = folders;
      killGroup(leader);
      const isAgents = [isOfUser(process.getuid?.() ?? 0), isInOtherNamespace(), hasMount(home)];
      await endAll(() => processesWhere(...isAgents), killEach);
      networks?.leave(folders);
    },
  };
  await requireStart(isolation, { runsDir, ...(networks ? { networks } : {}) });
  return isolation;
}
