/** Results of runs, kept in docs/promises.json: the last one of each test for each promise. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shown } from './note.ts';

export type Result = Shown & { readonly at: string };

const kept = join(import.meta.dirname, '..', '..', 'docs', 'promises.json');

export const readResults = (): readonly Result[] =>
  existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Result[]) : [];

export function writeResults(news: readonly Result[]): void {
  const nameOf = ({ promise, by }: Result): string => `${promise} ${by}`;
  const all = new Map([...readResults(), ...news].map((result) => [nameOf(result), result]));
  const inOrder = [...all.values()].toSorted((a, b) =>
    nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }));
  const rows = inOrder.map((result) => `  ${JSON.stringify(result)}`);
  writeFileSync(kept, `[\n${rows.join(',\n')}\n]\n`);
}
