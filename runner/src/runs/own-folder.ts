/**
 * A folder of homes has one runner: a second one would end the programs of the first, which it takes
 * for those of a runner that was killed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@muster/service-kit/program';
import { z } from 'zod';
import { isRunning, leaderOf } from '../isolation/leader.ts';

const FILE = '.runner';

const Owner = z.object({ pid: z.int(), startedAt: z.string() });

/**
 * Notes this process as the one that uses the folder. Throws a ConfigError if another one does.
 *
 * @param runsDir absolute; it exists
 */
export function ownFolder(runsDir: string): void {
  const path = join(runsDir, FILE);
  const owner = readOwner(path);
  if (owner && owner.pid !== process.pid && isRunning(owner)) {
    throw new ConfigError(`MUSTER_RUNS_DIR: the runner with process ${owner.pid} uses ${runsDir}`);
  }
  const self = leaderOf(process.pid);
  if (self) writeFileSync(path, JSON.stringify(self), { mode: 0o600 });
}

/** Undefined where none is noted; one that cannot be read was cut off while it was written. */
function readOwner(path: string): z.output<typeof Owner> | undefined {
  try {
    return Owner.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
