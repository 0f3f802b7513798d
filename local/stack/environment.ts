/** What every process of the stack finds in its environment. */
import { accessSync, constants, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateFolder } from '@muster/private-files';

/**
 * Flags of Node for every process of the stack. They share one compile cache, which a different flag
 * would split. A small young generation lets idle processes use little memory of a laptop, and with
 * `gc` they give back what their start and bursts of requests have filled, but keep their compiled code.
 */
export const NODE_FLAGS: readonly string[] = [
  '--expose-gc',
  '--max-semi-space-size=8',
  '--no-flush-bytecode',
];

/**
 * By default threads have up to eight heaps of C for each core, and each heap keeps what was freed
 * in it: about four megabytes of an idle process.
 */
const C_HEAPS_MAX = '2';

/** With the installed packages, which all data folders share; in the data folder if that is not writable. */
export const compileCache = (dataDir: string): string =>
  cacheFolder('muster', join(dataDir, 'cache'));

/**
 * A folder for what runs in every process or browser: nobody else may write to it, and what another user
 * has made there is not used.
 */
export function cacheFolder(name: string, otherwise: string): string {
  const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
  try {
    accessSync(packages, constants.W_OK);
    const folder = privateFolder(join(packages, '.cache', name));
    if (isOwn(folder)) return folder;
  } catch {
    // Not writable, or of somebody else.
  }
  return privateFolder(otherwise);
}

/** A link has the mode of what it leads to, and is no folder of its own. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.();
}

/** Environment of every process of the stack. */
export const plainEnvironment = (dataDir: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: homedir(),
  LANG: process.env['LANG'] ?? 'C.UTF-8',
  TZ: 'UTC',
  MALLOC_ARENA_MAX: C_HEAPS_MAX,
  NODE_COMPILE_CACHE: compileCache(dataDir),
});
