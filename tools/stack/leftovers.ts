import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endRecorded, removeServers } from '../servers/index.ts';
import { runFolder } from './replica.ts';

const STOP_GRACE_MS = 5_000;

/** Deletes a data folder, wherever parts of it may lie. Nothing may be running in it. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  await endLeftovers(dataDir);
  await removeServers(join(dataDir, 'servers'));
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Ends services of a launcher that was killed. Its guard may still be at the same work; ending a
 * process twice does no harm.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  mkdirSync(runFolder(dataDir), { recursive: true });
  const files = readdirSync(runFolder(dataDir));
  await Promise.all(
    files.map((file) => endRecorded(join(runFolder(dataDir), file), 'SIGTERM', STOP_GRACE_MS)),
  );
}
