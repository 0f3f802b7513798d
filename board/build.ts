/**
 * Builds the pages: `node board/build.ts [--smallest] [folder]` prints the folder of the build. What is built already,
 * for these sources, packages and Node, is not built again; a build is renamed into its place when it is whole. With
 * `--smallest`, which images use, files are compressed as well as can be.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { compressAll } from './build/compress.ts';
import { requireBudgets } from './build/budgets.ts';
import { pagePatterns } from './src/domain/page-paths.ts';

/** Longer than any build takes. */
const UNFINISHED_MS = 600_000;

const board = import.meta.dirname;
const root = join(board, '..');

/** What the pages are made of; a change of any of it makes another build. */
function sourceHash(): string {
  const hash = createHash('sha256').update(process.version);
  const folders = [board, join(root, 'libs/contracts/src'), join(root, 'libs/cli-agents/src')];
  for (const folder of folders) {
    for (const file of filesOf(folder))
      hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
    .slice(0, 16);
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !/node_modules|\.test\.ts$/.test(join(entry.parentPath, entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

async function buildBoard(parent: string, smallest: boolean): Promise<string> {
  const name = sourceHash();
  const folder = join(parent, name);
  if (existsSync(folder)) return folder;
  const unfinished = join(parent, `.${name}.${process.pid}`);
  mkdirSync(parent, { recursive: true });
  // A build that a test has made is served by `start`, too.
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: join(board, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: unfinished, emptyOutDir: true },
  });
  requireBudgets(unfinished);
  compressAll(join(unfinished, 'assets'), smallest);
  writeFileSync(
    join(unfinished, 'build.json'),
    JSON.stringify({ build: name, pages: pagePatterns() }),
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process has built the same.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  for (const old of readdirSync(parent)) {
    if (old !== name && !isUnderWay(join(parent, old))) {
      rmSync(join(parent, old), { recursive: true, force: true });
    }
  }
  return folder;
}

/** Another process may be building, and what a killed one has left is old. */
function isUnderWay(folder: string): boolean {
  const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return basename(folder).startsWith('.') && Date.now() - changedAt < UNFINISHED_MS;
}

const { values, positionals } = parseArgs({
  options: { smallest: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [parent = join(root, 'node_modules/.cache/muster-board')] = positionals;
process.stdout.write(`${await buildBoard(parent, values.smallest)}\n`);
