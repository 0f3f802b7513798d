/** `pnpm reset`: deletes the data folder of the local stack. */
import { existsSync } from 'node:fs';
import { claimFolder } from '@muster/local-servers';
import { isDataFolder, removeDataFolder } from './stack/index.ts';
import { dataFolder, print } from './stack/settings.ts';

async function run(): Promise<void> {
  const dataDir = dataFolder(process.env);
  if (!existsSync(dataDir)) return print(`There is no data to remove: ${dataDir} does not exist.`);
  if (!isDataFolder(dataDir)) {
    throw new Error(`${dataDir} is not a data folder of Muster; nothing was removed.`);
  }
  const claim = await claimFolder(dataDir);
  const others = await removeDataFolder(dataDir);
  await claim.release();
  if (others.length === 0) return print(`Removed ${dataDir}.`);
  print(`Removed the data in ${dataDir}. It still has files of others: ${others.join(', ')}.`);
}

run().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
