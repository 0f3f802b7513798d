/** Recorded results in docs/promises.json: the last run of each test for each promise. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialResult } from '@muster/test-kit/trials';

export type Result = TrialResult & { readonly at: string };

const file = join(import.meta.dirname, '..', '..', 'docs', 'promises.json');

export const readResults = (): readonly Result[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];

export function writeResults(latest: readonly Result[]): void {
  const nameOf = ({ promise, by }: Result): string => `${promise} ${by}`;
  const all = new Map([...readResults(), ...latest].map((result) => [nameOf(result), result]));
  const inOrder = [...all.values()].toSorted((a, b) =>
    nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }),
  );
  const rows = inOrder.map((result) => `  ${JSON.stringify(result)}`);
  writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`);
}
