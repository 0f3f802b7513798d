/** Checkouts of former commits, from the repository's own history. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Outside of `node_modules`, where Node runs no TypeScript. */
const CACHE = join(homedir(), '.cache/muster/releases');
const ARCHIVE_MAX_BYTES = 2 ** 28;
/** Installing a checkout from the store takes seconds, from the registry a minute. */
const INSTALL_MS = 300_000;

/** Whether the history of a repository has the commit: a clone may be without it. */
export function hasCommit(repository: string, commit: string): boolean {
  try {
    const args = ['-C', repository, 'cat-file', '-e', `${commit}^{commit}`];
    execFileSync('git', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The folder of a checkout of the commit, installed once into the cache. */
export function checkoutOf(repository: string, commit: string): string {
  const checkout = join(CACHE, commit);
  if (existsSync(checkout)) return checkout;
  const unfinished = `${checkout}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const archive = ['-C', repository, 'archive', commit];
    const tree = execFileSync('git', archive, { maxBuffer: ARCHIVE_MAX_BYTES });
    execFileSync('tar', ['-x', '-C', unfinished], { input: tree });
    const install = ['-y', 'pnpm@12.21.0', 'install', '--prefer-offline', '--frozen-lockfile'];
    execFileSync('npx', [...install, '--config.trustLockfile=true'], {
      cwd: unfinished,
      timeout: INSTALL_MS,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(unfinished, checkout);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return checkout;
}
