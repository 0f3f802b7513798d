import { readResults, type Result } from '../promises/results.ts';
import { promises, type Promised } from '../promises/table.ts';
import { codes, page, table } from './markdown.ts';

/** The promises, each with what was tried and what that shows. */
export function renderPromises(): string {
  const results = readResults();
  const of = ({ number }: Promised) => results.filter(({ promise }) => promise === number);
  return page(
    '# Promises',
    intro,
    table(
      ['', 'promise', 'trials', 'faults', 'violations', 'so at most (95 %)'],
      promises.map((promised) => summary(promised, of(promised))),
    ),
    '## What a trial is, and who tries',
    table(
      ['', 'a trial is', 'tests'],
      promises.map(({ number, trial, tests }) => [number, trial, codes(tests)]),
    ),
    '## The runs',
    table(
      ['', 'by', 'when (UTC)', 'trials', 'faults', 'violations', 'how'],
      results.map(({ promise, by, at, trials, faults, violations, how }) =>
        [promise, by, at, count(trials), count(faults), count(violations), how]),
    ),
    notPromised,
  );
}

const count = (n: number): string => n.toLocaleString('en');

function summary({ number, says, tests }: Promised, results: readonly Result[]): string[] {
  if (results.length === 0) {
    const told = tests.length === 0 ? 'no test yet' : 'guarded by tests, no run is kept';
    return [number, says, told, '', '', 'not shown yet'];
  }
  const sum = (field: 'trials' | 'faults' | 'violations'): number =>
    results.reduce((total, result) => total + result[field], 0);
  const trials = sum('trials');
  const violations = sum('violations');
  return [
    number, says, count(trials), count(sum('faults')), count(violations),
    violations === 0 ? boundOf(trials) : 'broken',
  ];
}

/** Nothing in N trials: with 95 % confidence less than 3 in N. */
const boundOf = (trials: number): string =>
  trials <= 3 ? 'too few to say' : `1 in ${count(Math.floor(trials / 3))}`;

const intro = `What Muster promises, how often it was tried to break it, and what that shows: when
nothing went wrong in N trials, then with 95 % confidence it goes wrong in less than 3 of N. Trials
count only from runs that were kept: \`pnpm chaos\` and \`pnpm proof\` keep theirs in
\`docs/promises.json\`, the last one of each test. The same tests run in a short form in
\`pnpm test\`, which keeps nothing.

An answer that a client did not get counts as "may have happened", and is judged so.`;

const notPromised = `## What is not promised

* That data survives the loss of Postgres' disk where there is no replica and no backup.
* That an answer to a write that timed out means that nothing was done: send it again with its key.
* That an agent whose adapter cannot be interrupted stops spending at once: it may go on to the end
  of its step, and what it reports then is booked.
* An order between companies.
* That an agent which keeps a long-lived key can be stopped from using it otherwise than by
  revoking the key; only tokens of runs end by themselves.
* Anything about what agents do outside of Muster.
* That the other process of a service takes over without delay from one that is stopped and not
  dead: requests that went there wait until their next attempt.
`.trimEnd();
