/** Programs of others in a cache of their own: they are no packages of the workspace. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Of root, whose home is closed, in a folder that agents with users of their own can read. */
const CACHE = join(
  process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache'),
  'muster/programs',
);
/** They have some 100 MB each. */
const INSTALL_MS = 600_000;

export interface Package {
  readonly name: string;
  readonly version: string;
  /** Of its program. */
  readonly bin: string;
  /** Packages next to it, with their versions. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** The path of the program; installs it where the cache does not have this version. */
export async function installed({ name, version, bin, beside }: Package): Promise<string> {
  const folder = join(CACHE, `${bin}-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const fresh = mkdtempSync(`${folder}.`);
    chmodSync(fresh, 0o755);
    try {
      writeFileSync(
        join(fresh, 'package.json'),
        JSON.stringify({
          private: true,
          dependencies: { ...beside, [name]: version },
          // Each puts the binary of this machine in its place.
          allowScripts: { [name]: true },
        }),
      );
      const args = ['install', '--no-audit', '--no-fund', '--fetch-retries=1'];
      await promisify(execFile)('npm', args, { cwd: fresh, timeout: INSTALL_MS });
      // Another process may have been sooner; then its files are as good.
      if (!existsSync(folder)) renameSync(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules/.bin', bin);
}

/** The path of the program, or nothing where this machine cannot install it. */
export async function installedIfPossible(wanted: Package): Promise<string | undefined> {
  try {
    return await installed(wanted);
  } catch (error) {
    process.stderr.write(`${wanted.name} cannot be installed: ${(error as Error).message}\n`);
    return undefined;
  }
}
