/** `pnpm test`: runs every test. The last line counts them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests, lastLineOf } from './count-tests.ts';

const root = join(import.meta.dirname, '..');

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-report-'));
  const file = join(folder, 'report.json');
  const code = await runTests(file);
  const counts = countTests(readReport(file), code);
  rmSync(folder, { recursive: true });
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  process.stdout.write(`\n${lastLineOf(counts)}\n`);
}

function runTests(report: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const child = spawn(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  // Ctrl-C reaches the whole process group; this process stays to print the last line.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('error', () => resolve(1));
  child.once('close', (code) => resolve(code ?? 1));
  return promise;
}

/** Undefined if the run broke off before it wrote one. */
function readReport(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

await run();
