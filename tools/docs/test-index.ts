/**
 * Finds the files of each operation by text search: its contract, its handler, and the tests that
 * name it or call its path.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { methodOf, pathOf, type Operation } from '@muster/contracts';

export interface TextFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The source and test files in which operations are searched. */
export interface SearchedFiles {
  readonly contracts: readonly TextFile[];
  readonly handlers: readonly TextFile[];
  readonly tests: readonly TextFile[];
  readonly stories: readonly TextFile[];
}

const root = join(import.meta.dirname, '../..');

export function readSearchedFiles(): SearchedFiles {
  const isTest = ({ path }: TextFile): boolean => path.endsWith('.test.ts');
  const sources = read('services/*/src/**/*.ts', 'libs/service-kit/src/**/*.ts');
  return {
    contracts: read('libs/contracts/src/**/*.ts').filter((file) => !isTest(file)),
    handlers: sources.filter((file) => !isTest(file)),
    tests: [...sources, ...read('{services,libs}/*/test/**/*.ts')].filter(isTest),
    stories: read('e2e/stories/*.test.ts'),
  };
}

const read = (...patterns: readonly string[]): TextFile[] =>
  globSync([...patterns], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Most tests that a row lists when no title names the operation. */
const LISTED_MAX = 3;

export interface Located {
  readonly contract: string | undefined;
  readonly handler: string | undefined;
  readonly tests: readonly string[];
  readonly stories: readonly string[];
}

/** `folder` is the package that answers the operation, such as `services/issues/`. */
export function locate(
  files: SearchedFiles,
  folder: string,
  [name, operation]: readonly [string, Operation],
): Located {
  const calls = callOf(operation);
  const isNamed = ({ text }: TextFile): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const isCalled = ({ text }: TextFile): boolean => calls?.test(text) ?? false;
  return {
    contract: pathWith(files.contracts, new RegExp(`^\\s+${name}: \\w+\\(`, 'm')),
    handler: handlerOf(
      name,
      files.handlers.filter(({ path }) => path.startsWith(folder)),
    ),
    tests: testsOf(
      name,
      files.tests.filter(({ path }) => path.startsWith(folder)),
      isCalled,
    ),
    stories: pathsOf(files.stories.filter((file) => isNamed(file) || isCalled(file))),
  };
}

/** The file that exports the handler, or else the file that has it as a key of a table. */
const handlerOf = (name: string, files: readonly TextFile[]): string | undefined =>
  pathWith(files, new RegExp(`export (?:const|function|async function) ${name}\\b`)) ??
  pathWith(files, new RegExp(`^\\s+(?:async )?${name}[:,(]`, 'm'));

const pathWith = (files: readonly TextFile[], pattern: RegExp): string | undefined =>
  files.find(({ text }) => pattern.test(text))?.path;

/** Tests with the name in a title; without one those that use the name; at last those that call. */
function testsOf(
  name: string,
  files: readonly TextFile[],
  isCalled: (file: TextFile) => boolean,
): string[] {
  const word = new RegExp(`\\b${name}\\b`);
  const titled = files.filter(({ text }) => titlesIn(text).some((title) => word.test(title)));
  if (titled.length > 0) return pathsOf(titled);
  const named = files.filter(({ text }) => word.test(text));
  const found = named.length > 0 ? named : files.filter(isCalled);
  const likely = found.toSorted((a, b) => sharedWords(name, b.path) - sharedWords(name, a.path));
  return pathsOf(likely.slice(0, LISTED_MAX)).toSorted();
}

const titlesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:describe|it)(?:\.\w+\([^)]*\))*\(\s*(['"`])(.*?)\1/g)].map(
    ([, , title = '']) => title,
  );

/** A request in a test: `'GET /api/…'`, or `.get('/api/…')` of a client. */
function callOf(operation: Operation): RegExp | undefined {
  const path = pathOf(operation);
  const method = methodOf(operation);
  if (path === undefined || method === undefined) return undefined;
  const filled = path
    .replace(/^\/api/, '')
    .replaceAll('.', '\\.')
    .replace(/:\w+/g, '[^/\\s\'"`]+');
  const end = '(?=[`\'"?\\s])';
  return new RegExp(
    `\\b${method} (?:/api)?${filled}${end}|\\.${method.toLowerCase()}(?:<.*?>)?\\(\\s*['"\`](?:/api)?${filled}${end}`,
  );
}

/** How many words of an operation's name are in the name of a file, in singular. */
function sharedWords(name: string, path: string): number {
  const singular = (word: string): string => word.toLowerCase().replace(/s$/, '');
  const words = new Set(name.split(/(?=[A-Z])/).map(singular));
  return basename(path, '.test.ts')
    .split('-')
    .filter((word) => words.has(singular(word))).length;
}

const pathsOf = (files: readonly TextFile[]): string[] => files.map(({ path }) => path);
