// A package has no links in it. That of Postgres makes those of its libraries by a script when it is installed, and npm
// can be told to run no scripts of packages.
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface Link {
  /** Paths from the root of the package: what is linked to, and the link. */
  readonly source: string;
  readonly target: string;
}

/** Makes the links that are missing in the package. */
export function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (isThere(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another start has made it meanwhile.
      if (isThere(link)) continue;
      throw new Error(
        `The Postgres of ${root} lacks links to its libraries, which its install script makes: ` +
          'install again with scripts allowed, or set DATABASE_URL.',
        { cause: error },
      );
    }
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
