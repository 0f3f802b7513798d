/**
 * `pnpm check`: all checks that need no servers, in about 70 seconds. The steps run in parallel; each
 * prints its time, and only a failed step prints its output. `--without-tests` leaves out what `pnpm test` runs, too.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}
interface Outcome {
  readonly step: Step;
  readonly ok: boolean;
  readonly output: string;
}

const root = join(import.meta.dirname, '..');

const checks: readonly Step[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'types', command: 'tsc', args: ['-p', '.', '--pretty', 'false'] },
  {
    name: 'types of the board',
    command: 'tsc',
    args: ['-p', 'board', '--noEmit', '--pretty', 'false'],
  },
  {
    name: 'types of what stories run in a page',
    command: 'tsc',
    args: ['-p', 'e2e/board/in-page', '--pretty', 'false'],
  },
  {
    name: 'lint',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings', '--format', 'unix'],
  },
];
const tests: Step = {
  name: 'domain tests, tidy tree, fresh documents',
  command: 'vitest',
  args: ['run', '--project', 'domain', '--reporter', 'dot'],
};
const steps = process.argv.includes('--without-tests') ? checks : [...checks, tests];

function run(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = spawn(join(root, 'node_modules/.bin', step.command), step.args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const finish = (ok: boolean): void => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${seconds.padStart(5)} s  ${step.name}`);
    resolve({ step, ok, output });
  };
  child.once('error', (error) => {
    output += error.message;
    finish(false);
  });
  child.once('close', (code) => finish(code === 0));
  return promise;
}

const outcomes = await Promise.all(steps.map(run));
const failed = outcomes.filter(({ ok }) => !ok);
for (const { step, output } of failed) console.log(`\n--- ${step.name}\n${output.trim()}`);
process.exitCode = failed.length === 0 ? 0 : 1;
