/**
 * For a trusted machine with one user: programs run as the runner's own user and see what it sees.
 * A process that has left its program's group is not found any more.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Isolation } from './isolation.ts';
import { isRunning } from './leader.ts';

/** Killed processes are gone within milliseconds, unless a disk or a file server holds them. */
const LOOK_AGAIN_MS = 10;
const GONE_WITHIN_MS = 30_000;

/** @param runsDir absolute; holds the homes */
export const openNone = (runsDir: string): Isolation => ({
  name: 'none',
  describe: 'none: agents are programs of this user and can read all of its files',
  async prepare(agent) {
    const home = join(runsDir, agent.agentId);
    const place = { ...agent, home, workspace: join(home, 'workspace'), tmp: join(home, 'tmp') };
    await mkdir(home, { recursive: true, mode: 0o700 });
    await Promise.all(
      [place.workspace, place.tmp].map((folder) => mkdir(folder, { recursive: true })),
    );
    return place;
  },
  wrap: (_place, program) => program,
  async end(_place, leader) {
    if (!leader) return;
    const giveUpAt = performance.now() + GONE_WITHIN_MS;
    while (isRunning(leader)) {
      if (performance.now() > giveUpAt) throw new Error(`cannot end process ${leader.pid}`);
      endGroup(leader.pid);
      await pause(LOOK_AGAIN_MS);
    }
  },
});

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
