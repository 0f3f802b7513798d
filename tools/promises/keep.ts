/** Runs tests that note what they show, and keeps it, also of a run that fails or is broken off. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderPromises } from '../docs/promises.ts';
import { writeResults, type Result } from './results.ts';

const root = join(import.meta.dirname, '..', '..');

export type Outcome = {
  readonly isGood: boolean;
  readonly results: readonly Result[];
  /** By whoever waits for it at the terminal, whom the tests have heard as well. */
  readonly isBrokenOff: boolean;
};

export async function keepResultsOf(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-proof-'));
  const file = join(folder, 'results');
  let isBrokenOff = false;
  const hear = (): void => {
    isBrokenOff = true;
  };
  process.on('SIGINT', hear);
  const child = spawn(
    process.execPath,
    [join(root, 'tools', 'test.ts'), ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PROOF_RESULTS: file } },
  );
  const [code] = await once(child, 'close') as [number | null];
  process.off('SIGINT', hear);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const results = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  rmSync(folder, { recursive: true });
  if (results.length > 0) {
    writeResults(results);
    writeFileSync(join(root, 'docs', 'promises.md'), renderPromises());
  }
  return { isGood: code === 0, results, isBrokenOff };
}
