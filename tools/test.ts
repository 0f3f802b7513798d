/** `pnpm test`: runs every test. The last line has the numbers of passed and failed tests. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

const root = join(import.meta.dirname, '..');

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-report-'));
  const file = join(folder, 'report.json');
  const code = await runTests(file);
  const { passed, failed } = count(file, code);
  rmSync(folder, { recursive: true });
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
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

/** A file that does not even load has no tests, yet it is a failure; so is a run that broke off. */
function count(report: string, code: number): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  try {
    const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    passed = numPassedTests;
    failed = numFailedTests + broken.length;
  } catch {
    failed = 1;
  }
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

await run();
