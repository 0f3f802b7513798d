import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from './documents.ts';
import { readSources } from './sources.ts';

const root = join(import.meta.dirname, '../..');

/** Reports the first differing line, which is easier to read than two whole documents. */
function staleness(path: string, rendered: string): string {
  if (!existsSync(path)) return 'is missing: run pnpm render';
  const written = readFileSync(path, 'utf8').split('\n');
  const wanted = rendered.split('\n');
  const at = wanted.findIndex((line, index) => line !== written[index]);
  if (at === -1 && written.length === wanted.length) return 'is fresh';
  const line = at === -1 ? wanted.length : at;
  return `is stale at line ${line + 1} (${wanted[line] ?? 'the end'}): run pnpm render`;
}

describe('rendered documents', async () => {
  const sources = await readSources();

  it.each(documents)('$path matches the code', ({ path, render }) => {
    expect(`${path} ${staleness(join(root, path), render(sources))}`).toBe(`${path} is fresh`);
  });
});
