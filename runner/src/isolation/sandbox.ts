/**
 * For a runner without root: every agent has a sandbox of its own, but all are the runner's user.
 * What the sandbox does not show, an agent cannot reach.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { wrapInBubblewrap } from './bubblewrap.ts';
import { carryEnvironment } from './carried-environment.ts';
import type { Isolation, IsolationSettings } from './isolation.ts';
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
export async function openSandbox({ runsDir, hide }: IsolationSettings): Promise<Isolation> {
  const isolation: Isolation = {
    name: 'sandbox',
    describe:
      'sandbox: each agent has its own files, processes and /tmp (bubblewrap), but not its own ' +
      'user, which needs root. Not held: ports and abstract sockets of this machine, and files of ' +
      'this user outside of Muster',
    async prepare(agent) {
      const home = join(runsDir, agent.agentId);
      await mkdir(home, { recursive: true, mode: 0o700 });
      return { ...agent, home, workspace: join(home, 'workspace'), tmp: join(home, 'tmp') };
    },
    wrap(place, program, shown = []) {
      const carried = carryEnvironment(place, program);
      return wrapInBubblewrap(place, [program.cwd, ...shown], [...hide, runsDir], carried);
    },
    async end({ home }, leader) {
      killGroup(leader);
      const isAgents = [isOfUser(process.getuid?.() ?? 0), isInOtherNamespace(), hasMount(home)];
      await endAll(() => processesWhere(...isAgents), killEach);
    },
  };
  await requireStart(isolation, { runsDir });
  return isolation;
}
