import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const imported = /^(?:import|export) (?!type )[^;]*? from '([^']+)'|^import '([^']+)'/gm;

/** Packages that are loaded with a file, before any command is carried out. */
function packagesOf(file: string, known = new Set<string>()): string[] {
  if (known.has(file)) return [];
  known.add(file);
  const names = [...readFileSync(file, 'utf8').matchAll(imported)].map(([, a, b]) => a ?? b ?? '');
  return names.flatMap((name) =>
    name.startsWith('.') ? packagesOf(join(dirname(file), name), known) : [name],
  );
}

describe('the start of the program', () => {
  it('loads no package but the parser of arguments and the rules for words', () => {
    const packages = new Set(packagesOf(join(import.meta.dirname, 'run.ts')));
    expect([...packages].toSorted()).toEqual(['@muster/contracts/hidden-characters', 'commander']);
  });

  it.each(['calls/perform-call.ts', 'commands/api.ts', 'commands/inbox.ts'])(
    'loads no schemas for what is one operation: %s',
    (file) => {
      const packages = packagesOf(join(import.meta.dirname, file));
      const heavy = packages.filter((name) => /^zod$|^@muster\/contracts$|service-kit/.test(name));
      expect(heavy).toEqual([]);
    },
  );
});
