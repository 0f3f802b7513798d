import { posix } from 'node:path';

export type Import = {
  readonly line: number;
  /** As written: `pg`, `@muster/contracts`, `../domain/issue.ts`. */
  readonly specifier: string;
  /** What it names: a path in the repository for a relative import, else the package's name. */
  readonly target: string;
};

// The words are looked for in code, where a string is blank but its quotes are still there.
const clause = /\b(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*\(?\s*(['"])/g;

export function findImports(path: string, code: string, uncommented: string): Import[] {
  return [...code.matchAll(clause)].flatMap((match) => {
    const quote = match[1] ?? "'";
    if (!/from\s*['"]$|import\s*\(?\s*['"]$/.test(match[0])) return [];
    const from = match.index + match[0].length;
    const specifier = uncommented.slice(from, uncommented.indexOf(quote, from));
    const line = code.slice(0, from).split('\n').length;
    return [{ line, specifier, target: aim(path, specifier) }];
  });
}

function aim(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith('node:')) return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
