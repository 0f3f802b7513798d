/** What every local adapter does with an adapterConfig. */
import { isAbsolute, relative, resolve } from 'node:path';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { LocalLimits } from '@muster/contracts';
import type { z } from 'zod';
import { notStarted, type Outcome, type TimeLimits } from './adapter.ts';

export const limitsOf = (config: object): TimeLimits => LocalLimits.parse(config);

/** Folders that agents may be in, links followed; without any they may be anywhere. */
export type Roots = readonly string[];

type Found = { readonly path: string } | { readonly fault: Outcome };

const outside = (key: string): Found => ({
  fault: notStarted(
    `${key === 'cwd' ? 'cwd' : 'instructions'}_outside_roots`,
    `adapterConfig.${key} does not lie in a folder that the operator allows (MUSTER_LOCAL_ROOTS)`,
  ),
});

/**
 * The folder an agent works in: its own, made when needed, or the one that it names, which exists.
 * Where there are roots, the real path is what counts and what is used: a link leads nowhere else.
 */
export async function workingDirectory(
  cwd: string | null | undefined,
  home: string,
  roots: Roots,
): Promise<Found> {
  await mkdir(home, { recursive: true });
  if (!cwd) return { path: home };
  const asked = isAbsolute(cwd) ? cwd : resolve(home, cwd);
  const path = roots.length > 0 ? await realpath(asked).catch(() => asked) : asked;
  if (roots.length > 0 && !(await isInside(path, [home, ...roots]))) return outside('cwd');
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { path };
  return { fault: notStarted('cwd_missing', 'adapterConfig.cwd is not a folder') };
}

/** Where the instructions lie. The server opens no file; where there are roots it must exist. */
export async function instructionsFile(
  named: string | null | undefined,
  cwd: string,
  home: string,
  roots: Roots,
): Promise<Found> {
  if (!named) return { path: '' };
  const asked = resolve(cwd, named);
  if (roots.length === 0) return { path: asked };
  const path = await realpath(asked).catch(() => undefined);
  if (path === undefined) {
    return { fault: notStarted('instructions_missing', 'instructionsFilePath names no file') };
  }
  return (await isInside(path, [home, ...roots])) ? { path } : outside('instructionsFilePath');
}

async function isInside(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    const way = root === undefined ? '..' : relative(root, path);
    if (!isAbsolute(way) && way.split('/')[0] !== '..') return true;
  }
  return false;
}

/** Faults of a configuration by their paths, without its values: those may be secrets. */
export const faultsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `adapterConfig.${path.join('.')}: ${message}`).join('; ');
