import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endRecorded, removeServers } from '@muster/local-servers';
import { removeExampleFolder } from '../example/example-folder.ts';
import { deleteEntries } from './data-folder.ts';
import { removeHomes } from './homes.ts';
import { runFolder } from './replica.ts';

const STOP_GRACE_MS = 5_000;

/** Deletes a data folder. No process may be using it. Returns names of what is not of a stack, and stays. */
export async function removeDataFolder(dataDir: string): Promise<string[]> {
  await endLeftovers(dataDir);
  await removeServers(join(dataDir, 'servers'));
  removeHomes(dataDir);
  removeExampleFolder(dataDir);
  return deleteEntries(dataDir);
}

/**
 * Ends services of a launcher that was killed. Its guard may be ending them too; ending a process
 * twice is harmless.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  mkdirSync(runFolder(dataDir), { recursive: true });
  const files = readdirSync(runFolder(dataDir));
  await Promise.all(
    files.map((file) => endRecorded(join(runFolder(dataDir), file), 'SIGTERM', STOP_GRACE_MS)),
  );
}
