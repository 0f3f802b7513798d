/** One question for what comes next: answered as soon as there is something, or in time. */
import { passes, type FeedFilter } from '../domain/feed-filter.ts';
import type { Positions } from '../domain/feed-position.ts';
import type { CompanyLog } from './company-log.ts';
import { follow } from './follow.ts';

export interface Poll {
  readonly log: CompanyLog;
  readonly from: Positions;
  readonly filter: FeedFilter;
  readonly limit: number;
  readonly waitMs: number;
  /** Nobody waits for the answer any more, or nobody may. */
  readonly stop: AbortSignal;
}

export interface Polled {
  /** Each as JSON. */
  readonly texts: readonly string[];
  readonly positions: Positions;
}

export async function poll({ log, from, filter, limit, waitMs, stop }: Poll): Promise<Polled> {
  const texts: string[] = [];
  let positions = from;
  const enough = new AbortController();
  // Who does not wait has what there is: reading it takes as long as it takes.
  const late = waitMs > 0 ? setTimeout(() => enough.abort(), waitMs) : undefined;
  try {
    for await (const step of follow(log, from, AbortSignal.any([stop, enough.signal]))) {
      if (!step) {
        if (texts.length > 0 || waitMs === 0) break;
        continue;
      }
      ({ positions } = step);
      if (passes(filter, step.entry)) texts.push(step.entry.text);
      if (texts.length >= limit) break;
    }
  } finally {
    clearTimeout(late);
  }
  return { texts, positions };
}
