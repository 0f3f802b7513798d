/** The pages of the board: where their build lies, and building it beside the running system. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../../board/build.ts', import.meta.url));
/** The system that has just started answers first. */
const LOW_PRIORITY = 10;

/** With the installed packages, which all data folders share; in the data folder if that is not writable. */
export function boardFolder(dataDir: string): string {
  const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, '.cache', 'muster-board');
  } catch {
    return join(dataDir, 'board');
  }
}

/**
 * Builds the pages in a process of its own, which has their compiler in its memory and ends with it. What
 * is built already is not built again. Answers with the folder of the build; rejects with what went wrong.
 */
export async function buildBoard(folder: string, abort?: AbortSignal): Promise<string> {
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
