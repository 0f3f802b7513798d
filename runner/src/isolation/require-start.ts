/** Tries an isolation out before the first agent: what it needs is known only by using it. */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IsolationUnavailable, type Isolation, type AgentFolders } from './isolation.ts';
import type { Networks } from './networks.ts';

const START_TIMEOUT_MS = 10_000;
/** What a program finds: its folders, and that it may write there. Then it takes them away. */
const USE_FOLDERS =
  'cd -- "$HOME" && : > "$TMPDIR/written" && [ "$(id -u)" = "$EXPECTED_UID" ] && rm -r -- *';

export interface StartOptions {
  readonly runsDir: string;
  readonly user?: AgentFolders['user'];
  readonly networks?: Pick<Networks, 'tryOut'>;
}

/** @throws IsolationUnavailable with what the wrappers printed */
export async function requireStart(
  isolation: Pick<Isolation, 'wrap'>,
  { networks, ...options }: StartOptions,
): Promise<void> {
  if (!networks) return startIn(isolation, options);
  await networks.tryOut((network) => startIn(isolation, { ...options, network }));
}

async function startIn(
  isolation: Pick<Isolation, 'wrap'>,
  { runsDir, user, network }: Omit<StartOptions, 'networks'> & Pick<AgentFolders, 'network'>,
): Promise<void> {
  const home = await mkdtemp(join(runsDir, '.try-'));
  try {
    if (user) await chown(home, user.uid, user.gid);
    const folders: AgentFolders = {
      companyId: '',
      agentId: '',
      home,
      workspace: join(home, 'workspace'),
      tmp: join(home, 'tmp'),
      ...(user ? { user } : {}),
      ...(network ? { network } : {}),
    };
    const { command, cwd, env } = isolation.wrap(folders, {
      command: ['/bin/sh', '-c', USE_FOLDERS],
      cwd: home,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: home,
        TMPDIR: folders.tmp,
        EXPECTED_UID: String(user?.uid ?? process.getuid?.()),
      },
    });
    await run(command, cwd, env);
  } finally {
    // A runner with few capabilities cannot look into a folder of its agent: it removes an empty one.
    await rm(home, { recursive: true, force: true }).catch(() => undefined);
  }
}

const run = (
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env, timeout: START_TIMEOUT_MS }, (error, _stdout, stderr) => {
      if (!error) resolve();
      else reject(new IsolationUnavailable(stderr.trim() || error.message, { cause: error }));
    });
  });
