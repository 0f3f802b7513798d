/** Reads the logs of companies for one reader: every entry after its positions, once and in order. */
import { serviceNames } from '@muster/contracts';
import type { Positions } from './domain/feed-position.ts';
import type { CompanyLog } from './company-log.ts';
import type { LogEntry } from './read-log.ts';

/** Where a reader begins in the logs of one company. */
export interface FollowedLog {
  readonly log: CompanyLog;
  readonly from: Positions;
}

export interface FeedStep {
  readonly entry: LogEntry;
  readonly companyId: string;
  /** The reader's positions in the logs of the company after this entry. */
  readonly positions: Positions;
}

/**
 * Entries of one service of a company keep its order. Yields undefined when it has reached the heads of
 * all logs. Ends when the signal aborts, and throws the refusal of a broken log.
 */
export async function* followAll(
  logs: readonly FollowedLog[],
  signal: AbortSignal,
): AsyncGenerator<FeedStep | undefined, void, void> {
  const readers = logs.map(({ log, from }) => ({ log, positions: from }));
  let moves = 0;
  let wake = (): void => undefined;
  const moved = (): void => {
    moves += 1;
    wake();
  };
  const unsubscribe = readers.map(({ log }) => log.onMoved(moved));
  signal.addEventListener('abort', moved, { once: true });
  try {
    while (!signal.aborted) {
      const before = moves;
      let idle = true;
      for (const reader of readers) {
        for await (const step of nextEntries(reader)) {
          idle = false;
          yield step;
          if (signal.aborted) return;
        }
      }
      if (!idle) continue;
      for (const { log } of readers) {
        const broken = log.broken();
        if (broken) throw broken;
      }
      yield undefined;
      if (moves === before && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    for (const stop of unsubscribe) stop();
    signal.removeEventListener('abort', moved);
  }
}

interface Reader {
  readonly log: CompanyLog;
  positions: Positions;
}

/** What each service's log has after the reader's positions, which move on with each entry. */
async function* nextEntries(reader: Reader): AsyncGenerator<FeedStep, void, void> {
  const { log } = reader;
  for (const service of serviceNames) {
    for (const entry of await log.read(service, reader.positions[service])) {
      const { seq, mark } = entry;
      reader.positions = { ...reader.positions, [service]: { seq, mark } };
      yield { entry, companyId: log.companyId, positions: reader.positions };
    }
  }
}

/** The same of one company. */
export const follow = (
  log: CompanyLog,
  from: Positions,
  signal: AbortSignal,
): AsyncGenerator<FeedStep | undefined, void, void> => followAll([{ log, from }], signal);
