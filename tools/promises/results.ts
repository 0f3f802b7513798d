/** Results of runs, kept in docs/promises.json: the last one of each test for each promise. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shown } from './note.ts';

export type Result = Shown & { readonly at: string };

const kept = join(import.meta.dirname, '..', '..', 'docs', 'promises.json');

export const readResults = (): readonly Result[] =>
  existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Result[]) : [];

/** Runs `work` with a file to note results in, and keeps what is in it. */
export function keepResults(work: (file: string) => number): number {
  const folder = mkdtempSync(join(tmpdir(), 'muster-proof-'));
  const file = join(folder, 'results');
  const code = work(file);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const news = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  rmSync(folder, { recursive: true });
  const nameOf = ({ promise, by }: Result): string => `${promise} ${by}`;
  const all = new Map([...readResults(), ...news].map((result) => [nameOf(result), result]));
  const inOrder = [...all.values()].toSorted((a, b) =>
    nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }));
  const rows = inOrder.map((result) => `  ${JSON.stringify(result)}`);
  if (news.length > 0) writeFileSync(kept, `[\n${rows.join(',\n')}\n]\n`);
  return code;
}
