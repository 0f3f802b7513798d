/** Each isolation, as the user that it is meant for. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Isolation, IsolationSettings } from '../../src/isolation/isolation.ts';
import { openNone } from '../../src/isolation/none.ts';
import { openSandbox } from '../../src/isolation/sandbox.ts';
import { openUser } from '../../src/isolation/user.ts';
import { isolations, type IsolationKind } from './attempts/table.ts';

export type Kind = IsolationKind;

export const openKind: Record<Kind, (settings: IsolationSettings) => Promise<Isolation>> = {
  'user with a sandbox and a network': (settings) =>
    openUser(settings, { withSandbox: true, withNetwork: true }),
  'user with a sandbox': (settings) =>
    openUser(settings, { withSandbox: true, withNetwork: false }),
  user: (settings) => openUser(settings, { withSandbox: false, withNetwork: false }),
  'sandbox with a network': (settings) => openSandbox(settings, { withNetwork: true }),
  sandbox: (settings) => openSandbox(settings, { withNetwork: false }),
  none: async (settings) => openNone(settings),
  'none as root': async (settings) => openNone(settings),
};

const CONNECT = new URL('connect.ts', import.meta.url).pathname;
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** Stands for somebody who has no account on this machine. */
const ORDINARY = 54_321;

/** For attempts. */
export const allKinds: readonly Kind[] = isolations;
/** For uses: root sees and does everything under `none`, which their tests do not expect. */
export const usedKinds: readonly Kind[] = isolations.filter((kind) => kind !== 'none as root');

/** Whether bubblewrap and pasta, where it needs them, work here for its user. */
export const hasKind = (kind: Kind): boolean =>
  (isRoot || !isOfRoot(kind)) &&
  (!kind.includes('sandbox') || canSandbox(kind)) &&
  (!kind.includes('network') || canConnect(kind));

function canConnect(kind: Kind): boolean {
  const [program, ...args] = asItsUser(kind, [process.execPath, CONNECT]);
  return spawnSync(program, args, { cwd: '/', stdio: 'ignore' }).status === 0;
}

function canSandbox(kind: Kind): boolean {
  const [program, ...args] = asItsUser(kind, ['bwrap', '--ro-bind', '/', '/', '--unshare-pid']);
  try {
    execFileSync(program, [...args, '--proc', '/proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isOfRoot = (kind: Kind): boolean => kind.startsWith('user') || kind.endsWith('as root');

const asItsUser = (
  kind: Kind,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] => {
  if (!isRoot || isOfRoot(kind)) return command;
  const ids = [`--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'];
  return ['setpriv', ...ids, ...command];
};

/** Of this process alone: processes of a user are ended together. */
export const ownUids = (): IsolationSettings['uids'] => {
  const first = 12_000_000 + 100 * (process.pid % 10_000);
  return { first, last: first + 99 };
};

/** Runs a module with the kind and a new folder as arguments; resolves to the JSON that it prints. */
export async function inProcessFor(
  kind: Kind,
  module: URL,
  wrapper: readonly string[] = [],
): Promise<unknown> {
  const folder = mkdtempSync('/var/tmp/isolation-');
  if (isRoot && !isOfRoot(kind)) chownSync(folder, ORDINARY, ORDINARY);
  else chmodSync(folder, 0o711);
  const command = [process.execPath, module.pathname, kind, folder] as const;
  const [first, ...rest] = [...wrapper, ...command];
  const [program, ...args] = asItsUser(kind, [first ?? process.execPath, ...rest]);
  try {
    const { stdout } = await run(program, args, { cwd: '/', maxBuffer: 2 ** 24 });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
