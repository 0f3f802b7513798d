/** Each isolation, as the user that it is meant for. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Isolation, IsolationSettings } from '../../src/isolation/isolation.ts';
import { openNone } from '../../src/isolation/none.ts';
import { openSandbox } from '../../src/isolation/sandbox.ts';
import { openUser } from '../../src/isolation/user.ts';

export type Kind = 'user with a sandbox' | 'user' | 'sandbox' | 'none';

export const openKind: Record<Kind, (settings: IsolationSettings) => Promise<Isolation>> = {
  'user with a sandbox': (settings) => openUser(settings, { withSandbox: true }),
  user: (settings) => openUser(settings, { withSandbox: false }),
  sandbox: openSandbox,
  none: async ({ runsDir }) => openNone(runsDir),
};

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** Stands for somebody who has no account on this machine. */
const ORDINARY = 54_321;
const kindsOfUser: readonly Kind[] = isRoot
  ? ['user with a sandbox', 'user', 'sandbox', 'none']
  : ['sandbox', 'none'];

/** Those for which bubblewrap, where they need it, works here. */
export const availableKinds = (): Kind[] =>
  kindsOfUser.filter((kind) => !kind.includes('sandbox') || canSandbox(kind));

function canSandbox(kind: Kind): boolean {
  const [program, ...args] = asItsUser(kind, ['bwrap', '--ro-bind', '/', '/', '--unshare-pid']);
  try {
    execFileSync(program, [...args, '--proc', '/proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const asItsUser = (
  kind: Kind,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] => {
  if (!isRoot || kind.startsWith('user')) return command;
  const ids = [`--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'];
  return ['setpriv', ...ids, ...command];
};

/** Of this process alone: processes of a user are ended together. */
export const ownUids = (): IsolationSettings['uids'] => {
  const first = 300_000 + 100 * (process.pid % 10_000);
  return { first, last: first + 99 };
};

/** Runs a module with the kind and a new folder as arguments; resolves to the JSON that it prints. */
export async function inProcessFor(kind: Kind, module: URL): Promise<unknown> {
  const folder = mkdtempSync('/var/tmp/isolation-');
  if (isRoot && !kind.startsWith('user')) chownSync(folder, ORDINARY, ORDINARY);
  else chmodSync(folder, 0o711);
  const [program, ...args] = asItsUser(kind, [process.execPath, module.pathname, kind, folder]);
  try {
    const { stdout } = await run(program, args, { cwd: '/', maxBuffer: 2 ** 24 });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
