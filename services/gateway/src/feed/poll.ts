/** A long poll: answered as soon as there is an entry, or when the time is up. */
import { formFor, type FeedFilter } from './domain/feed-filter.ts';
import type { PositionsOf } from './feed-cursor.ts';
import { followAll, type FollowedLog } from './follow.ts';

export interface PollOptions {
  readonly logs: readonly FollowedLog[];
  readonly filter: FeedFilter;
  readonly limit: number;
  readonly waitMs: number;
  /** Aborts when the client has disconnected or the process stops. */
  readonly stop: AbortSignal;
}

export interface PollResult {
  /** Entries as JSON. */
  readonly texts: readonly string[];
  readonly positions: PositionsOf;
}

export async function poll({
  logs,
  filter,
  limit,
  waitMs,
  stop,
}: PollOptions): Promise<PollResult> {
  const texts: string[] = [];
  const positions = new Map(logs.map(({ log, from }) => [log.companyId, from]));
  const enough = new AbortController();
  // Without a wait there is no time limit: everything up to the head is read.
  const late = waitMs > 0 ? setTimeout(() => enough.abort(), waitMs) : undefined;
  try {
    for await (const step of followAll(logs, AbortSignal.any([stop, enough.signal]))) {
      if (!step) {
        if (texts.length > 0 || waitMs === 0) break;
        continue;
      }
      positions.set(step.companyId, step.positions);
      const form = formFor(filter, step.entry);
      if (form) texts.push(form.text);
      if (texts.length >= limit) break;
    }
  } finally {
    clearTimeout(late);
  }
  return { texts, positions };
}
