/**
 * Makes the package that needs nothing but Node and npm: `muster-<version>.tgz` has the services, the runner and the
 * commands compiled, file by file at the places that they have in a checkout, the built pages, and the packages of
 * others. Postgres and NATS are optional dependencies, of which npm takes those for its machine.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { collect } from './collect.ts';
import { compiledName } from './compile.ts';
import { placePackages } from './place.ts';
import { root, type Workspace } from './workspaces.ts';

const run = promisify(execFile);

/** The program of the package. Whatever it starts is found from here. */
const PROGRAM = 'cli/src/main.ts';
/** The release under which the story of the package runs. */
export const OLDEST_NODE = '22.12.0';
const EXECUTABLE = 0o755;
const LISTED_MAX_BYTES = 16 * 1_024 * 1_024;

/** @returns the path of the tarball in the folder `to` */
export async function packMuster(to: string): Promise<string> {
  const draft = mkdtempSync(join(tmpdir(), 'muster-package-'));
  try {
    const { texts, assets, owners } = collect([PROGRAM]);
    for (const [path, text] of texts) write(join(draft, path), text);
    for (const path of assets) copy(path, draft);
    copy('README.md', draft);
    chmodSync(join(draft, compiledName(PROGRAM)), EXECUTABLE);
    const builder = join(root, 'board/build.ts');
    await run(process.execPath, [builder, '--smallest', join(draft, 'board/builds')]);
    const dependencies = placePackages(owners, draft);
    write(join(draft, 'package.json'), JSON.stringify(manifest(owners, dependencies), null, 2));
    mkdirSync(to, { recursive: true });
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
    const { stdout } = await run('npm', args, { cwd: draft, maxBuffer: LISTED_MAX_BYTES });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(to, filename);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function manifest(owners: Iterable<Workspace>, dependencies: Record<string, string>): object {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const servers = [...owners].map(({ optionalDependencies }) => optionalDependencies ?? {});
  return {
    name: 'muster',
    version,
    description,
    type: 'module',
    bin: { muster: compiledName(PROGRAM) },
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies,
    optionalDependencies: Object.assign({}, ...servers),
    bundleDependencies: Object.keys(dependencies),
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(path: string, draft: string): void {
  const target = join(draft, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, path), target);
}
