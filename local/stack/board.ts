/** The pages of the board: where their build lies, and building it beside the running system. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './environment.ts';
import { isPackaged } from './form.ts';

/** In a package, which has no compiler of pages. */
const BUILT = fileURLToPath(new URL('../../board/builds', import.meta.url));
const BUILD = fileURLToPath(new URL('../../board/build.ts', import.meta.url));
/** The system that has just started answers first. */
const LOW_PRIORITY = 10;

/** Beside the compile cache, for the same reasons; those of a package come with it. */
export const boardFolder = (dataDir: string): string =>
  isPackaged ? BUILT : cacheFolder('muster-board', join(dataDir, 'board'));

/**
 * Builds the pages in a process of its own, which has their compiler in its memory and ends with it. What
 * is built already is not built again. Answers with the folder of the build; rejects with what went wrong.
 */
export async function buildBoard(folder: string, abort?: AbortSignal): Promise<string> {
  if (isPackaged) return folder;
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(process.execPath, [BUILD, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(abort === undefined ? {} : { signal: abort }),
  });
  child.once('error', reject);
  child.once('close', resolve);
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  const [printed, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    promise,
  ]);
  if (code !== 0) throw new Error(errors.trim());
  return printed.trim();
}
