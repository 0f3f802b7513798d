/** What a turn of a program is waiting for, as far as its lines show it. */
import type { Seen } from '../line-report.ts';

type Calls = NonNullable<Seen['calls']>;

/** More than a model calls at once; of one whose result never came, the name is forgotten. */
const CALLS_MAX = 50;

/** Tools run, or else the provider has been asked. */
export function waitingFor(seen: Seen, calls: Calls): Seen {
  const { asks: _, calls: __, ...others } = seen;
  return calls.length > 0
    ? { ...others, calls: calls.slice(-CALLS_MAX) }
    : { ...others, asks: true };
}

/** Something else is under way, or nothing. */
export function notAsking(seen: Seen): Seen {
  const { asks: _, ...others } = seen;
  return others;
}
