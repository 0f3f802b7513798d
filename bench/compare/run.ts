/** `pnpm bench:compare`: CPU, memory and latency of this checkout, compared with another one. */
import { join } from 'node:path';
import { keepPage } from '../page.ts';
import { readCompareOptions } from './options.ts';
import { render, type Round } from './report.ts';
import { takeTurn, type Turn } from './turn.ts';
import { openWorkingCopy } from './working-copy.ts';
import { measureYardstick } from './yardstick.ts';

const options = readCompareOptions();
const copies = {
  this: openWorkingCopy(join(import.meta.dirname, '../..'), options.settings.this),
  other: openWorkingCopy(options.other, options.settings.other),
};
const print = (line: string): void => void process.stderr.write(`${line}\n`);

const interrupted = new AbortController();
// Data and processes of the turn are removed; a second Ctrl-C ends at once.
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));

async function playRound(number: number): Promise<Round> {
  const turns: Partial<Record<keyof typeof copies, Turn>> = {};
  // The order changes, since the second one finds another machine than the first.
  const order = number % 2 === 0 ? (['this', 'other'] as const) : (['other', 'this'] as const);
  for (const side of order) {
    turns[side] = await takeTurn(copies[side], options, interrupted.signal, (line) =>
      print(`round ${number + 1}, ${side}: ${line}`),
    );
  }
  const { this: these, other: others } = turns as Required<typeof turns>;
  const raws = await measureYardstick(options, interrupted.signal, (line) =>
    print(`round ${number + 1}, ${line}`),
  );
  return { these, others, raws };
}

async function compareCopies(): Promise<string> {
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) rounds.push(await playRound(rounds.length));
  return render(rounds, copies, options);
}

try {
  const page = await compareCopies();
  console.log(page);
  if (options.resultName !== undefined) print(`Written to ${keepPage(options.resultName, page)}.`);
} catch (error) {
  // An interrupted turn fails at a random point, which says nothing.
  if (!interrupted.signal.aborted) throw error;
  print('Interrupted.');
  process.exitCode = 1;
}
