import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files below a folder, without packages in it: paths from the folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)node_modules\//.test(path))
    .toSorted();
