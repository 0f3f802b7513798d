/**
 * Makes JavaScript of a source as Node does when it runs one: types become blanks, so lines and columns stay, and a
 * stack trace names the place in the source without a source map. Imports name the compiled files instead, and so does
 * `new URL('./program.ts', import.meta.url)`, which is the one way to name a program that is started.
 */
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { initSync, parse } from 'es-module-lexer';
import { fileOfImport } from './workspaces.ts';

initSync();

export interface Compiled {
  readonly code: string;
  /** Files that it imports: paths from the root. */
  readonly imports: readonly string[];
  /** Files that it names by a URL: paths from the root, in which `*` stands for any name. */
  readonly names: readonly string[];
}

const NAMED_FILE = /new URL\(\s*(['"`])([^'"`]*)\1,\s*import\.meta\.url\s*,?\s*\)/g;
const NAMED_SOURCE = /(new URL\(\s*(['"`])[^'"`]*)\.ts(\2,\s*import\.meta\.url\s*,?\s*\))/g;

/** The name of a source once it is compiled. */
export const compiledName = (path: string): string => path.replace(/\.ts$/, '.js');

/** @param path from the root of the repository */
export function compile(path: string, source: string): Compiled {
  const stripped = stripTypeScriptTypes(source, { mode: 'strip' });
  const imports: string[] = [];
  let code = '';
  let done = 0;
  for (const { n: name, s: start, e: end, d: dynamic, a: attributes, se: statementEnd } of parse(
    stripped,
  )[0]) {
    if (dynamic === -2) continue;
    if (name === undefined) throw new Error(`${path} imports what only a run can tell`);
    const file = name.startsWith('.') ? join(dirname(path), name) : fileOfImport(name);
    if (file === undefined) continue;
    imports.push(file);
    const quote = dynamic === -1 ? '' : "'";
    code += stripped.slice(done, start) + quote + specifierOf(path, file) + quote;
    done = end;
    // Older releases of Node warn of an import of JSON; here it is a module.
    if (attributes !== -1) {
      code += stripped.slice(end, attributes).replace(/\s*with\s*$/, '');
      done = statementEnd;
    }
  }
  code += stripped.slice(done);
  const names = [...code.matchAll(NAMED_FILE)].map(([, , name = '']) =>
    join(dirname(path), name.replaceAll(/\$\{[^}]*\}/g, '*')),
  );
  return { code: code.replaceAll(NAMED_SOURCE, '$1.js$3'), imports, names };
}

function specifierOf(from: string, to: string): string {
  const path = relative(dirname(from), to)
    .replace(/\.ts$/, '.js')
    .replace(/\.json$/, '.json.js');
  return path.startsWith('.') ? path : `./${path}`;
}
