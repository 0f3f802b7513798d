/** `pnpm render`: writes the documents that are rendered from the code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents } from './docs/documents.ts';
import { readMaterial } from './docs/material.ts';

const root = join(import.meta.dirname, '..');
const material = await readMaterial();

for (const { path, render } of documents) {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, render(material));
  console.log(`wrote ${path}`);
}
