/** What every process of the stack finds in its environment. */
import { accessSync, constants } from 'node:fs';
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

// In the folder of the installed packages, which all data folders share; in the data folder if that
// is not writable.
export function compileCache(dataDir: string): string {
  const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, '.cache', 'muster');
  } catch {
    return privateFolder(join(dataDir, 'cache'));
  }
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
