/** Files of a package as a reader chooses them: an archive, a folder, or single files. */
import type { SentFile } from '@muster/contracts';
import { Problem } from '../../api/problem.ts';
import {
  belowOneFolder,
  isForeign,
  isTooLarge,
  omitted,
  sentFileOf,
} from '../../domain/packages/package-files.ts';

/** What was chosen: archives are unpacked, and files of a folder keep their paths in it. */
export async function readChosen(chosen: readonly File[]): Promise<readonly SentFile[]> {
  const all = await Promise.all(chosen.map(readOne));
  return belowOneFolder(all.flat());
}

async function readOne(file: File): Promise<readonly SentFile[]> {
  const path = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
  if (isForeign(path)) return [];
  if (path.endsWith('.zip')) return unpacked(new Uint8Array(await file.arrayBuffer()));
  if (isTooLarge(file.size)) return [omitted(path, 'too_large')];
  return [sentFileOf({ path, bytes: new Uint8Array(await file.arrayBuffer()) })];
}

/** As many as the interface takes. */
const FILES_MAX = 2_000;
const ALL_MAX_BYTES = 4_000_000;

async function unpacked(archive: Uint8Array): Promise<readonly SentFile[]> {
  const { unzipSync } = await import('fflate');
  const large: SentFile[] = [];
  let files = 0;
  let size = 0;
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (name.endsWith('/') || isForeign(name)) return false;
    if (isTooLarge(originalSize)) {
      large.push(omitted(name, 'too_large'));
      return false;
    }
    files += 1;
    size += originalSize;
    // Before anything of it fills the memory.
    return files <= FILES_MAX && size <= ALL_MAX_BYTES;
  };
  let found: Readonly<Record<string, Uint8Array>>;
  try {
    found = unzipSync(archive, { filter: isWanted });
  } catch {
    throw unusable('The archive cannot be read.', 'choose a zip archive, or its folder');
  }
  if (files > FILES_MAX || size > ALL_MAX_BYTES) {
    throw unusable(
      'The archive is too large.',
      'a package has at most 2,000 files and 4 MB of text',
    );
  }
  return [...Object.entries(found).map(([path, bytes]) => sentFileOf({ path, bytes })), ...large];
}

export const unusable = (error: string, hint: string): Problem =>
  new Problem({
    status: 0,
    code: 'package_unusable',
    error,
    hint,
    requestId: undefined,
    details: undefined,
  });
