/** Where a program works, and where its instructions are. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Outcome, Program } from '@muster/runner-protocol';
import type { Isolation, Place } from '../isolation/isolation.ts';
import { notStarted } from '../outcome.ts';

/** Folders that agents may use, links followed; an empty list allows every folder. */
export type Roots = readonly string[];

export interface Resolved {
  /** Absolute. */
  readonly cwd: string;
  /** Absolute; null if the program has none. */
  readonly instructionsFile: string | null;
}

export interface Surroundings {
  readonly isolation: Isolation;
  readonly place: Place;
  readonly roots: Roots;
}

/** A program that names neither needs no look at any folder. */
export async function resolvePlaces(
  { place, roots }: Surroundings,
  { cwd, instructionsFile }: Pick<Program, 'cwd' | 'instructionsFile'>,
): Promise<Resolved | Outcome> {
  const allowed = roots.length === 0 ? undefined : [place.home, ...roots];
  const folder =
    cwd === null ? place.workspace : await folderOf(resolve(place.workspace, cwd), allowed);
  if (typeof folder !== 'string') return folder;
  if (instructionsFile === null) return { cwd: folder, instructionsFile };
  const file = await fileOf(resolve(folder, instructionsFile), allowed);
  return typeof file === 'string' ? { cwd: folder, instructionsFile: file } : file;
}

/** With roots, the real path is checked and used: a link cannot lead elsewhere. */
async function folderOf(path: string, allowed: Roots | undefined): Promise<string | Outcome> {
  const real = allowed ? await realpath(path).catch(() => path) : path;
  if (allowed && !(await isInside(real, allowed))) return outsideRoots('cwd', 'cwd');
  const found = await stat(real).catch(() => undefined);
  if (found?.isDirectory()) return real;
  return notStarted('cwd_missing', 'adapterConfig.cwd is not a folder');
}

/** The file is not opened; with roots it has to exist. */
async function fileOf(path: string, allowed: Roots | undefined): Promise<string | Outcome> {
  if (!allowed) return path;
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) {
    return notStarted('instructions_missing', 'instructionsFilePath names no file');
  }
  if (await isInside(real, allowed)) return real;
  return outsideRoots('instructions', 'instructionsFilePath');
}

const outsideRoots = (what: string, key: string): Outcome =>
  notStarted(
    `${what}_outside_roots`,
    `adapterConfig.${key} is not in a folder that the operator allows (MUSTER_LOCAL_ROOTS)`,
  );

async function isInside(path: string, folders: Roots): Promise<boolean> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    const fromRoot = root === undefined ? '..' : relative(root, path);
    if (!isAbsolute(fromRoot) && fromRoot.split('/')[0] !== '..') return true;
  }
  return false;
}
