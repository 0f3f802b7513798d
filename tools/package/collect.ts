/** Collects what runs: from the programs that a user or another program starts, along imports and named files. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compile, compiledName } from './compile.ts';
import { filesBelow } from './files.ts';
import { ownerOf, root, type Workspace } from './workspaces.ts';

export interface Collected {
  /** Text by path from the root of the package. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that stay as they are: paths from the root. */
  readonly assets: ReadonlySet<string>;
  readonly owners: ReadonlySet<Workspace>;
}

/** What the code names and a package has otherwise or not at all. */
const NOT_TAKEN = [
  // The package itself, which the runner names, and what npm and a start put into it.
  '.',
  'node_modules',
  'node_modules/.cache/muster',
  '.muster',
  // The built pages are there instead of the program that builds them.
  'board/build.ts',
  'board/builds',
];

export function collect(entries: readonly string[]): Collected {
  const texts = new Map<string, string>();
  const assets = new Set<string>();
  const owners = new Set<Workspace>();
  const take = (path: string): void => {
    const owner = ownerOf(path);
    // The packages of the board are in its built pages; programs take a file of its pure words.
    if (owner && owner.folder !== 'board') owners.add(owner);
    if (!path.endsWith('.ts')) return void assets.add(path);
    const name = compiledName(path);
    if (texts.has(name)) return;
    const { code, imports, names } = compile(path, readFileSync(join(root, path), 'utf8'));
    texts.set(name, code);
    for (const imported of imports) {
      if (imported.endsWith('.json')) texts.set(`${imported}.js`, jsonModule(imported));
      else take(imported);
    }
    const isTaken = (file: string): boolean => !NOT_TAKEN.includes(file.replace(/\/$/, ''));
    for (const file of names.filter(isTaken).flatMap(filesOf)) take(file);
  };
  for (const entry of entries) take(entry);
  return { texts, assets, owners };
}

const jsonModule = (path: string): string =>
  `export default ${readFileSync(join(root, path), 'utf8')}`;

/** A pattern may stand for many, and a folder for all its files. @throws if there is none */
function filesOf(pattern: string): string[] {
  const found = globSync(pattern.replace(/\/$/, ''), { cwd: root }).flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? filesBelow(join(root, path)).map((file) => join(path, file))
      : [path],
  );
  if (found.length === 0) throw new Error(`nothing is at ${pattern}`);
  return found;
}
