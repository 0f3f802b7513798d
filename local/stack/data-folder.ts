/**
 * The folder with everything that a local stack keeps. No other user of the machine reads it, lists
 * it, or passes through it: agents may run as other users, and so does Postgres under root.
 */
import { existsSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { privateFolder } from '@muster/private-files';
import { commandLine } from './form.ts';

/** Tells a data folder from a folder that a setting names by mistake; only an empty one gets it. */
const MARK = 'muster-data-folder';
const MARK_TEXT = `The data of a local Muster: its databases, keys and logs. \`${commandLine('reset')}\` deletes it.\n`;
const INNER = ['servers', 'logs', 'run'];
/** Everything that a local stack keeps in its data folder. */
const ENTRIES = [
  MARK,
  ...INNER,
  'board',
  'board-token',
  'cache',
  'example-folder',
  'homes',
  'keys',
  'master-key',
  'owner',
  'runs',
  'secret',
];
/** One of these is in every data folder of a release without the mark. */
const OF_FORMER_RELEASES = [join('servers', 'postgres'), 'board-token'];
/** Made by the file system of a volume. */
const LOST_AND_FOUND = 'lost+found';

export const isDataFolder = (folder: string): boolean =>
  existsSync(join(folder, MARK)) ||
  (OF_FORMER_RELEASES.some((name) => existsSync(join(folder, name))) &&
    othersIn(folder).length === 0);

/** Names of what no stack has made. */
const othersIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name !== LOST_AND_FOUND && !ENTRIES.includes(name));

/** Deletes what a stack keeps there, and the folder if nothing else is in it; returns what is. */
export function deleteEntries(folder: string): string[] {
  for (const name of ENTRIES) rmSync(join(folder, name), { recursive: true, force: true });
  const others = existsSync(folder) ? othersIn(folder) : [];
  if (others.length === 0) rmSync(folder, { recursive: true, force: true });
  return others;
}

/** File systems of the kernel: what is made there is no file, or is gone with the next start. */
const NO_DISKS = ['/proc', '/sys', '/dev'];

/** Making a folder in one of them fails late, or never ends. */
function requireDisk(folder: string): void {
  const path = nearestReal(folder);
  const root = NO_DISKS.find((one) => path === one || path.startsWith(`${one}/`));
  if (root === undefined) return;
  throw new Error(
    `The data folder ${folder} would be in ${root}, which keeps no files: choose another one with ` +
      'MUSTER_DATA_DIR.',
  );
}

/** The path without links, as far as it exists. */
function nearestReal(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(nearestReal(parent), basename(path));
  }
}

/**
 * Makes the data folder, or closes that of an earlier release. Refuses a folder with other files,
 * since their readers would lose them. Returns its path without links.
 */
export function openDataFolder(folder: string): string {
  requireDisk(folder);
  if (existsSync(folder) && !isDataFolder(folder) && holdsFiles(folder)) {
    throw new Error(
      `${folder} has files that are not of Muster, and a data folder is for its user alone: ` +
        `choose an empty folder, such as MUSTER_DATA_DIR=${join(folder, 'muster')}.`,
    );
  }
  try {
    const dataDir = realpathSync(privateFolder(folder));
    writeFileSync(join(dataDir, MARK), MARK_TEXT);
    for (const name of INNER) privateFolder(join(dataDir, name));
    return dataDir;
  } catch (error) {
    throw new Error(
      `Nothing can be written to the data folder ${folder}: ${(error as Error).message}. Choose ` +
        'another one with MUSTER_DATA_DIR, or make room.',
      { cause: error },
    );
  }
}

const holdsFiles = (folder: string): boolean =>
  readdirSync(folder).some((name) => name !== LOST_AND_FOUND);
