import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from './documents.ts';
import { readMaterial } from './material.ts';

const root = join(import.meta.dirname, '../..');

/** The first line that differs tells more than two whole documents. */
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
  const material = await readMaterial();

  it.each(documents)('$path says what the code says', ({ path, render }) => {
    expect(`${path} ${staleness(join(root, path), render(material))}`).toBe(`${path} is fresh`);
  });
});
