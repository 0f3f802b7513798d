/** Makes the package that is published: JavaScript, and types that need neither the contracts nor zod. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { renderOperationTypes } from './operation-types.ts';

const run = promisify(execFile);
const home = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
/** The folder of a package that this one depends on. */
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  typeRoots: [dirname(folderOf('@types/node'))],
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'dist',
};

/** @returns the path of the tarball in the folder `to` */
export async function packClient(to: string): Promise<string> {
  const { version, description } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const draft = await mkdtemp(join(tmpdir(), 'muster-client-'));
  try {
    await cp(join(home, 'src'), join(draft, 'src'), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
    await writeFile(join(draft, 'src/operations.ts'), await renderOperationTypes());
    await writeFile(
      join(draft, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['src'] }),
    );
    await writeFile(join(draft, 'package.json'), JSON.stringify(manifest(version, description)));
    await cp(join(home, 'README.md'), join(draft, 'README.md'));
    const compiler = join(folderOf('typescript'), 'bin/tsc');
    await run(process.execPath, [compiler, '-p', draft]).catch((error: unknown) => {
      throw new Error(String(Object(error).stdout), { cause: error });
    });
    await mkdir(to, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', to], {
      cwd: draft,
    });
    return join(to, stdout.trim());
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const manifest = (version: string, description: string) => ({
  name: '@muster/client',
  version,
  description,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './node': { types: './dist/node.d.ts', default: './dist/node.js' },
  },
  files: ['dist', 'README.md'],
});
