/** `pnpm reset`: deletes the local data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from './servers/index.ts';
import { removeDataFolder } from './stack/index.ts';
import { dataFolder, say } from './stack/settings.ts';

/** What only a data folder of ours has: a mistyped MUSTER_DATA_DIR must not cost anybody a home. */
const MARKS = ['servers', 'board-token'];

async function run(): Promise<void> {
  const dataDir = dataFolder(process.env);
  if (!existsSync(dataDir)) return say(`There is nothing to remove in ${dataDir}.`);
  if (!MARKS.some((mark) => existsSync(join(dataDir, mark)))) {
    throw new Error(`${dataDir} is no data folder of Muster; nothing was removed.`);
  }
  const claim = await claimFolder(dataDir);
  await removeDataFolder(dataDir);
  await claim.release();
  say(`Removed ${dataDir}.`);
}

run().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
