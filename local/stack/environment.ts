/** What every process of the stack finds in its environment. */
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateFolder } from '@muster/private-files';

// In the folder of the installed packages, which all data folders share; in the data folder if that
// is not writable.
function compileCache(dataDir: string): string {
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
  NODE_COMPILE_CACHE: compileCache(dataDir),
});
