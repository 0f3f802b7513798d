/** What every local adapter reads from an adapterConfig. */
import { isAbsolute, relative, resolve } from 'node:path';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { LocalLimits } from '@muster/contracts';
import type { z } from 'zod';
import { notStarted, type Outcome, type TimeLimits } from '../adapter.ts';

export const limitsOf = (config: object): TimeLimits => LocalLimits.parse(config);

/** Folders that agents may use, links followed; an empty list allows every folder. */
export type Roots = readonly string[];

type PathOrFault = { readonly path: string } | { readonly fault: Outcome };

const outsideRoots = (key: string): PathOrFault => ({
  fault: notStarted(
    `${key === 'cwd' ? 'cwd' : 'instructions'}_outside_roots`,
    `adapterConfig.${key} is not in a folder that the operator allows (MUSTER_LOCAL_ROOTS)`,
  ),
});

/**
 * The folder that an agent works in: its own, which is made when needed, or the one that it names,
 * which has to exist. With roots, the real path is checked and used: a link cannot lead elsewhere.
 */
export async function workingDirectory(
  cwd: string | null | undefined,
  home: string,
  roots: Roots,
): Promise<PathOrFault> {
  await mkdir(home, { recursive: true });
  if (!cwd) return { path: home };
  const requested = isAbsolute(cwd) ? cwd : resolve(home, cwd);
  const path = roots.length > 0 ? await realpath(requested).catch(() => requested) : requested;
  if (roots.length > 0 && !(await isInside(path, [home, ...roots]))) return outsideRoots('cwd');
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { path };
  return { fault: notStarted('cwd_missing', 'adapterConfig.cwd is not a folder') };
}

/** Path of the instructions. The server does not open the file; with roots it has to exist. */
export async function instructionsFile(
  named: string | null | undefined,
  cwd: string,
  home: string,
  roots: Roots,
): Promise<PathOrFault> {
  if (!named) return { path: '' };
  const requested = resolve(cwd, named);
  if (roots.length === 0) return { path: requested };
  const path = await realpath(requested).catch(() => undefined);
  if (path === undefined) {
    return { fault: notStarted('instructions_missing', 'instructionsFilePath names no file') };
  }
  return (await isInside(path, [home, ...roots])) ? { path } : outsideRoots('instructionsFilePath');
}

async function isInside(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    const fromRoot = root === undefined ? '..' : relative(root, path);
    if (!isAbsolute(fromRoot) && fromRoot.split('/')[0] !== '..') return true;
  }
  return false;
}

/** Faults of a configuration with their paths but without values, which may be secrets. */
export const faultsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `adapterConfig.${path.join('.')}: ${message}`).join('; ');
