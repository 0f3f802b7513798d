/**
 * Lays the packages of others out as npm does: each at the top, or below the one that needs another version of it.
 * They come with this package in the versions of the lockfile, so an install asks no registry for them.
 */
import { copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from './files.ts';
import { readManifest, root, type Manifest, type Workspace } from './workspaces.ts';

/** What programs do not load: types, maps, documents and tests. */
const NOT_RUN =
  /\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo|ya?ml)$|\.(?:test|spec)\.[cm]?js$|(?:^|\/)\./i;
const NOT_RUN_FOLDER =
  /^(?:tests?|__tests__|spec|fixtures|bench(?:marks?)?|examples?|docs|coverage|build\/(?:esnext|global|amd|cjs-browser))\//;
/** A package without such a file has its licence in its manifest and its README. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice|copyright)[^/]*$/i;
const README = /^readme[^/]*$/i;
/** Of a package that is served and not loaded: the files that are. */
const SERVED: Readonly<Record<string, RegExp>> = {
  'swagger-ui-dist': /^(?:package\.json|swagger-ui\.css|swagger-ui-bundle\.js)$/,
};

interface Place {
  readonly from: string;
  /** From the root of the package. */
  readonly to: string;
}

/** Copies them to `node_modules` below `draft`. Answers with the names and versions of those that Muster itself needs. */
export function placePackages(owners: Iterable<Workspace>, draft: string): Record<string, string> {
  const tree = new Map<string, string>();
  const queue: Place[] = [];
  const put = (from: string, parent: string, name: string): void => {
    const to = placeFor(tree, parent, name, from);
    if (to === undefined) return;
    tree.set(to, from);
    queue.push({ from, to });
  };
  const direct: Record<string, string> = {};
  for (const { folder, dependencies = {} } of owners) {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@muster/')) continue;
      const from = folderOf(name, join(root, folder));
      const { version } = readManifest(from);
      if ((direct[name] ??= version) !== version) throw new Error(`two versions of ${name}`);
      put(from, '', name);
    }
  }
  for (const { from, to } of queue) {
    const names = needsOf(from);
    for (const name of names) put(folderOf(name, from), to, name);
    copyPackage(from, join(draft, to), names);
  }
  return direct;
}

/** Where a package has to be so that the one at `parent` finds it; undefined if that finds it already. */
function placeFor(
  tree: ReadonlyMap<string, string>,
  parent: string,
  name: string,
  from: string,
): string | undefined {
  for (let above = parent; ; above = dirnameOf(above)) {
    const found = tree.get(join(above, 'node_modules', name));
    if (found === from) return undefined;
    if (found !== undefined) return join(parent, 'node_modules', name);
    if (above === '') return join('node_modules', name);
  }
}

/** `a/node_modules/b` lies in `a`. */
const dirnameOf = (path: string): string =>
  path.slice(0, Math.max(0, path.lastIndexOf('node_modules') - 1));

/** What is installed of its dependencies: the workspace leaves some of others' out. */
const needsOf = (folder: string): string[] =>
  Object.keys(readManifest(folder).dependencies ?? {}).filter((name) => find(name, folder));

function folderOf(name: string, from: string): string {
  const found = find(name, from);
  if (found === undefined) throw new Error(`${name} is not installed for ${from}`);
  return found;
}

function find(name: string, from: string): string | undefined {
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return realpathSync(path);
    if (folder === dirname(folder)) return undefined;
  }
}

function copyPackage(from: string, to: string, names: readonly string[]): void {
  const { name } = readManifest(from);
  const files = filesBelow(from);
  const hasLicence = files.some((path) => LICENCE.test(path));
  const isKept = (path: string): boolean => {
    if (LICENCE.test(path) && !/\.[jt]s$/.test(path)) return true;
    if (SERVED[name]) return SERVED[name].test(path);
    if (!hasLicence && README.test(path)) return true;
    return !NOT_RUN.test(path) && !NOT_RUN_FOLDER.test(path);
  };
  for (const path of files.filter(isKept)) {
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, path), target);
  }
  writeFileSync(join(to, 'package.json'), JSON.stringify(placedManifest(from, names), null, 2));
}

/**
 * Without scripts, so an install runs none of them, with the dependencies that came along, and without a word on
 * releases of Node: that is the word of the whole, which is tried out.
 */
function placedManifest(from: string, names: readonly string[]): object {
  const {
    scripts: _scripts,
    devDependencies: _development,
    optionalDependencies: _optional,
    peerDependencies: _peers,
    peerDependenciesMeta: _peersMeta,
    engines: _engines,
    ...rest
  } = readManifest(from) as Manifest & Readonly<Record<string, unknown>>;
  const { dependencies = {} } = rest;
  return {
    ...rest,
    dependencies: Object.fromEntries(names.map((name) => [name, dependencies[name]])),
  };
}
