/**
 * `pnpm proof [name …]`: the tests that try the promises, at full length, one file after another.
 * The result of each file is recorded when it ends. A name selects the files whose path contains
 * it; the recorded results of other files stay. `--help` lists what would run; `--length short`
 * runs the short form of `pnpm test`.
 */
import { parseArgs } from 'node:util';
import { recordResults } from './promises/record-results.ts';
import { partsOf } from './promises/parts.ts';

const MS_PER_MINUTE = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    length: { type: 'string', default: 'full' },
  },
});
const parts = partsOf(positionals);
const line = (minutes: number, text: string): string =>
  `  ${minutes.toFixed(1).padStart(5)} min  ${text}\n`;
const sum = parts.reduce((total, { minutes }) => total + minutes, 0);
process.stdout.write(
  [
    'Parts of `pnpm proof`, with their approximate time at full length on two idle cores:\n',
    ...parts.map(({ path, minutes }) => line(minutes, path)),
    line(sum, 'together'),
  ].join(''),
);

const summary: string[] = [];
for (const { path } of values.help ? [] : parts) {
  const startedAt = performance.now();
  process.stdout.write(`\n${path}\n`);
  const { hasPassed, wasInterrupted, results } = await recordResults([path], {
    TEST_LENGTH: values.length,
  });
  const outcomes = results.map(
    ({ promise, trials, violations }) => `${promise}: ${violations} violations in ${trials} trials`,
  );
  summary.push(
    line(
      (performance.now() - startedAt) / MS_PER_MINUTE,
      `${hasPassed ? 'passed' : 'FAILED'}  ${path}  ${outcomes.join(', ')}`,
    ),
  );
  if (!hasPassed) process.exitCode = 1;
  if (wasInterrupted) break;
}
process.stdout.write(`\n${summary.join('')}`);
