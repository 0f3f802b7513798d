/** The packages of the workspace, and which file an import of one of them means. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Workspace extends Manifest {
  /** From the root of the repository. */
  readonly folder: string;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

export const workspaces: readonly Workspace[] = globSync('{*,*/*}/package.json', {
  cwd: root,
  exclude: ['node_modules'],
}).map((file) => ({ ...readManifest(join(root, dirname(file))), folder: dirname(file) }));

/** The path of the file from the root; undefined for packages of others. */
export function fileOfImport(specifier: string): string | undefined {
  const owner = workspaces.find(
    ({ name }) => specifier === name || specifier.startsWith(`${name}/`),
  );
  if (owner === undefined) return undefined;
  const key = `.${specifier.slice(owner.name.length)}`;
  for (const [pattern, target] of Object.entries(owner.exports ?? {})) {
    const [before = '', after] = pattern.split('*');
    if (after === undefined ? key === pattern : key.startsWith(before)) {
      return join(owner.folder, target.replace('*', key.slice(before.length)));
    }
  }
  throw new Error(`${owner.name} exports no ${specifier}`);
}

/** The workspace that has a file. */
export const ownerOf = (path: string): Workspace | undefined =>
  workspaces.find(({ folder }) => path.startsWith(`${folder}/`));
