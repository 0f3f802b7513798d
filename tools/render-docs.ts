/** `pnpm render`: writes the documents that are rendered from the code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents } from './docs/documents.ts';
import { readSources } from './docs/sources.ts';

const root = join(import.meta.dirname, '..');
const sources = await readSources();

for (const { path, render } of documents) {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, render(sources));
  console.log(`wrote ${path}`);
}
