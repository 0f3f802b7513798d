/** Reads the files of a package from a folder. What is no text is named and not sent; no link is followed. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentFile } from '@muster/contracts';
import {
  isTooLarge,
  omitted,
  sentFileOf,
} from '../../../board/src/domain/packages/package-files.ts';
import { Ended } from '../exit-code.ts';

/** As many as the interface takes. */
const FILES_MAX = 2_000;
/** Of other programs, and of no package. */
const LEFT_OUT = new Set(['.git', 'node_modules']);

export async function readFolder(folder: string): Promise<SentFile[]> {
  const files: SentFile[] = [];
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    for (const { name } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (LEFT_OUT.has(name)) continue;
      const inside = path === '' ? name : `${path}/${name}`;
      const found = await lstat(join(folder, inside));
      if (found.isDirectory()) await visit(inside);
      else files.push(await readOne(join(folder, inside), inside, found));
      if (files.length > FILES_MAX) {
        throw new Ended('refused', `${folder} has more than ${FILES_MAX} files`);
      }
    }
  };
  await visit('');
  return files;
}

interface Facts {
  readonly size: number;
  isFile(): boolean;
}

async function readOne(place: string, path: string, facts: Facts): Promise<SentFile> {
  if (!facts.isFile()) return omitted(path, 'link');
  if (isTooLarge(facts.size)) return omitted(path, 'too_large');
  return sentFileOf({ path, bytes: await readFile(place) });
}
