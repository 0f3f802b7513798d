/**
 * The folder with everything that a local stack keeps. No other user of the machine reads it, lists
 * it, or passes through it: agents may run as other users, and so does Postgres under root.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '@muster/private-files';

/** Entries of every data folder, which tell it from a folder that a setting names by mistake. */
const MARKS = ['servers', 'board-token'];
const INNER = ['servers', 'logs', 'run'];
/** Made by the file system of a volume. */
const LOST_AND_FOUND = 'lost+found';

export const isDataFolder = (folder: string): boolean =>
  MARKS.some((mark) => existsSync(join(folder, mark)));

/**
 * Makes the data folder, or closes that of an earlier release. Refuses a folder with other files,
 * since their readers would lose them. Returns its path without links.
 */
export function openDataFolder(folder: string): string {
  if (existsSync(folder) && !isDataFolder(folder) && holdsFiles(folder)) {
    throw new Error(
      `${folder} has files that are not of Muster, and a data folder is for its user alone: ` +
        `choose an empty folder, such as MUSTER_DATA_DIR=${join(folder, 'muster')}.`,
    );
  }
  const dataDir = realpathSync(privateFolder(folder));
  for (const name of INNER) privateFolder(join(dataDir, name));
  return dataDir;
}

const holdsFiles = (folder: string): boolean =>
  readdirSync(folder).some((name) => name !== LOST_AND_FOUND);
