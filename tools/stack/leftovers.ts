import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endRecorded } from '../servers/index.ts';
import { runFolder } from './replica.ts';

const STOP_GRACE_MS = 5_000;

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
