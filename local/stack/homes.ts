/**
 * Where the homes of agents are: in the data folder, which no other user enters. A sandbox brings an
 * agent's home to it. Where root cannot make one, agents walk to their homes as users of their own,
 * so the homes are in a folder that they can reach, whose path is recorded in the data folder.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const OWNER_ONLY = 0o700;
/** Lets agents through to their own homes, and shows them no names. */
const PASS_THROUGH = 0o711;
/** Any user who is not root. */
const STRANGER = { uid: 65_534, gid: 65_534 };
/** Where the runner looks for its wrappers. */
const PATH = '/usr/bin:/bin';
const NAMESPACES = ['--unshare-pid', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];

/** Whether agents will be users of their own, and without a sandbox. */
export const needsReachableHomes = (isolation = 'user'): boolean =>
  process.getuid?.() === 0 &&
  isolation === 'user' &&
  !worksAs(undefined, 'bwrap', ...NAMESPACES, 'true');

/** Whether agents will be this user, each in a sandbox, and so work only in folders that are named. */
export const needsWorkFolders = (isolation?: string): boolean =>
  isolation === 'sandbox' ||
  (isolation === undefined &&
    process.getuid?.() !== 0 &&
    worksAs(undefined, 'bwrap', ...NAMESPACES, 'true'));

/**
 * The folder of the homes. Homes that are in the data folder move along when they have to be
 * reachable; they stay where they are when that ends, since sessions of programs know their paths.
 */
export function homesFolder(dataDir: string, { reachable }: { reachable: boolean }): string {
  const inside = join(dataDir, 'runs');
  const outside = recordedHomes(dataDir) ?? (reachable ? recordNew(dataDir) : undefined);
  if (outside === undefined) {
    mkdirSync(inside, { recursive: true, mode: OWNER_ONLY });
    return inside;
  }
  const homes = join(outside, 'runs');
  if (existsSync(inside) && !existsSync(homes)) move(inside, homes);
  mkdirSync(homes, { recursive: true, mode: PASS_THROUGH });
  return homes;
}

/** Deletes what is recorded in the data folder; what is inside is deleted with it. */
export function removeHomes(dataDir: string): void {
  const outside = recordedHomes(dataDir);
  if (outside !== undefined) rmSync(outside, { recursive: true, force: true });
}

const recordIn = (dataDir: string): string => join(dataDir, 'homes');

function recordedHomes(dataDir: string): string | undefined {
  const record = recordIn(dataDir);
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : undefined;
}

// Next to the data folder, so that the two are on the same disk or volume, and in a system folder
// where the way there is closed. It is recorded before anything moves into it.
function recordNew(dataDir: string): string {
  for (const parent of [dirname(dataDir), '/var/lib/muster']) {
    const made = makeIn(parent, `${basename(dataDir)}-homes-`);
    if (made === undefined) continue;
    if (worksAs(STRANGER, '/bin/sh', '-c', 'cd "$1"', 'sh', made)) {
      writeFileSync(recordIn(dataDir), `${made}\n`);
      return made;
    }
    rmSync(made, { recursive: true });
  }
  throw new Error(
    `Agents are users of their own and reach no folder for their homes: start with MUSTER_DATA_DIR ` +
      'in a folder that all users can pass through, or with MUSTER_ISOLATION=none.',
  );
}

function makeIn(parent: string, prefix: string): string | undefined {
  try {
    mkdirSync(parent, { recursive: true });
    const made = mkdtempSync(join(parent, prefix));
    chmodSync(made, PASS_THROUGH);
    return made;
  } catch {
    return undefined;
  }
}

// `cp` keeps owners and links. A copy gets its name when it is complete.
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    const draft = `${to}.draft`;
    rmSync(draft, { recursive: true, force: true });
    const { status, stderr } = spawnSync('cp', ['-a', from, draft], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The homes of agents cannot be moved to ${to}: ${stderr}`);
    renameSync(draft, to);
    rmSync(from, { recursive: true });
  }
}

const worksAs = (
  user: { uid: number; gid: number } | undefined,
  command: string,
  ...args: string[]
): boolean =>
  spawnSync(command, args, { ...user, cwd: '/', env: { PATH }, stdio: 'ignore' }).status === 0;
