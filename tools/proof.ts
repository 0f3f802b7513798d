/**
 * `pnpm proof [name …]`: the tests that try the promises, at their full length, one file after
 * another. What each has shown is kept when it ends. A name is a file, or a part of its path; the
 * kept results of other files stay as they are. `--help` says what would run, `--length short` runs
 * it as `pnpm test` does.
 */
import { parseArgs } from 'node:util';
import { keepResultsOf } from './promises/keep.ts';
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
process.stdout.write([
  'What `pnpm proof` runs, and how long about at full length, on two cores that have nothing ' +
    'else to do:\n',
  ...parts.map(({ path, minutes }) => line(minutes, path)),
  line(sum, 'together'),
].join(''));

const told: string[] = [];
for (const { path } of values.help ? [] : parts) {
  const startedAt = performance.now();
  process.stdout.write(`\n${path}\n`);
  const { isGood, isBrokenOff, results } =
    await keepResultsOf([path], { TEST_LENGTH: values.length });
  const shown = results.map(({ promise, trials, violations }) =>
    `${promise}: ${violations} violations in ${trials} trials`);
  told.push(line((performance.now() - startedAt) / MS_PER_MINUTE,
    `${isGood ? 'passed' : 'FAILED'}  ${path}  ${shown.join(', ')}`));
  if (!isGood) process.exitCode = 1;
  if (isBrokenOff) break;
}
process.stdout.write(`\n${told.join('')}`);
