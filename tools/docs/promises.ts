import { readResults, type Result } from '../promises/results.ts';
import { promises, type PromiseSpec } from '../promises/table.ts';
import { codes, page, table } from './markdown.ts';

/** The promises, each with its trials and the bound that they show. */
export function renderPromises(): string {
  const results = readResults();
  const of = ({ number }: PromiseSpec) => results.filter(({ promise }) => promise === number);
  return page(
    '# Promises',
    intro,
    table(
      ['', 'promise', 'trials', 'faults', 'violations', 'upper bound (95 %)'],
      promises.map((promised) => summary(promised, of(promised))),
    ),
    '## Trials and tests',
    table(
      ['', 'one trial', 'tests'],
      promises.map(({ number, trial, tests }) => [number, trial, codes(tests)]),
    ),
    '## Recorded runs',
    table(
      ['', 'test', 'time (UTC)', 'trials', 'faults', 'violations', 'conditions'],
      results.map(({ promise, by, at, trials, faults, violations, how }) => [
        promise,
        by,
        at,
        count(trials),
        count(faults),
        count(violations),
        how,
      ]),
    ),
    notPromised,
  );
}

const count = (n: number): string => n.toLocaleString('en');

function summary({ number, statement, tests }: PromiseSpec, results: readonly Result[]): string[] {
  if (results.length === 0) {
    const state = tests.length === 0 ? 'no test yet' : 'tested, no recorded run';
    return [number, statement, state, '', '', 'no trials yet'];
  }
  const sum = (field: 'trials' | 'faults' | 'violations'): number =>
    results.reduce((total, result) => total + result[field], 0);
  const trials = sum('trials');
  const violations = sum('violations');
  return [
    number,
    statement,
    count(trials),
    count(sum('faults')),
    count(violations),
    violations === 0 ? boundOf(trials) : 'broken',
  ];
}

/** No violation in N trials: with 95 % confidence the rate is below 3 in N. */
const boundOf = (trials: number): string =>
  trials <= 3 ? 'too few trials' : `1 in ${count(Math.floor(trials / 3))}`;

const intro = `What Muster promises, how many trials tried to break each promise, and what they
show: after N trials without a violation, the rate of violations is below 3 in N with 95 %
confidence. Only recorded runs count: \`pnpm chaos\` and \`pnpm proof\` record the last run of each test in
\`docs/promises.json\`. \`pnpm test\` runs the same tests in a short form and records nothing.

A request whose answer did not arrive counts as "may have happened", and the checkers allow both.`;

const notPromised = `## What is not promised

* Data survives the loss of Postgres' disk without a replica or a backup.
* A write that timed out had no effect: it may have one. Send it again with its idempotency key.
* An agent whose adapter cannot be interrupted stops spending at once: it may finish its step, and
  the usage that it reports then is booked.
* Events of different companies have an order.
* A long-lived agent key stops working by itself: revoke it. Only run tokens expire with their run.
* Anything about what agents do outside Muster.
* Another process of a service takes over at once from a process that is suspended but not dead:
  requests sent to it wait until their next attempt.
`.trimEnd();
