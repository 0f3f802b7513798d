/**
 * For a trusted machine with one user: programs run as the runner's own user and see what it sees.
 * A process that has left its program's group is not found any more.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closedFolders, type OfRunner } from './closed-folders.ts';
import type { Isolation } from './isolation.ts';
import { isRunning } from './leader.ts';
import { endAll, killGroup } from './processes.ts';

export const openNone = (settings: OfRunner): Isolation => ({
  name: 'none',
  closed: closedFolders(settings),
  describe: 'none: agents are programs of this user and can read all of its files',
  async prepare(agent) {
    const home = join(settings.runsDir, agent.agentId);
    const folders = { ...agent, home, workspace: join(home, 'workspace'), tmp: join(home, 'tmp') };
    await mkdir(home, { recursive: true, mode: 0o700 });
    await Promise.all(
      [folders.workspace, folders.tmp].map((folder) => mkdir(folder, { recursive: true })),
    );
    return folders;
  },
  launcher: [],
  wrap: (_folders, program) => program,
  async wrapRun(_folders, { makes, ...program }) {
    if (makes !== undefined) await mkdir(makes, { recursive: true, mode: 0o700 });
    return program;
  },
  async end(_folders, leader) {
    if (!leader) return;
    await endAll(
      () => (isRunning(leader) ? [leader.pid] : []),
      () => killGroup(leader),
    );
  },
});
