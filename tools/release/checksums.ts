import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** What `sha256sum --check` reads, in the order of the names. */
export const checksumsOf = (paths: readonly string[]): string =>
  paths
    .toSorted((one, other) => basename(one).localeCompare(basename(other)))
    .map((path) => {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${hash}  ${basename(path)}\n`;
    })
    .join('');
