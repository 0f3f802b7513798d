/** Runs tests and records the results of their trials, also if a run fails or is interrupted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderPromises } from '../docs/promises.ts';
import { renderRunners } from '../docs/runners.ts';
import { writeResults, type Result } from './results.ts';

const root = join(import.meta.dirname, '..', '..');

export interface Outcome {
  readonly hasPassed: boolean;
  readonly results: readonly Result[];
  /** Whether Ctrl-C interrupted the run; the tests got the signal as well. */
  readonly wasInterrupted: boolean;
}

export async function recordResults(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-proof-'));
  const file = join(folder, 'results');
  let wasInterrupted = false;
  const onInterrupt = (): void => {
    wasInterrupted = true;
  };
  process.on('SIGINT', onInterrupt);
  const child = spawn(process.execPath, [join(root, 'tools', 'test.ts'), ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PROOF_RESULTS: file },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('SIGINT', onInterrupt);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const results = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  rmSync(folder, { recursive: true });
  writeFileSync(join(root, 'docs', 'operations', 'runners.md'), renderRunners());
  if (results.length > 0) {
    writeResults(results);
    writeFileSync(join(root, 'docs', 'promises.md'), renderPromises());
  }
  return { hasPassed: code === 0, results, wasInterrupted };
}
