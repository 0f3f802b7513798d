/** Reads a company's logs for one reader: every entry after its positions, once and in order. */
import { serviceNames } from '@muster/contracts';
import type { Positions } from './domain/feed-position.ts';
import type { CompanyLog } from './company-log.ts';
import type { LogEntry } from './read-log.ts';

export interface FeedStep {
  readonly entry: LogEntry;
  /** The reader's positions after this entry. */
  readonly positions: Positions;
}

/**
 * Entries of one service keep its order. Yields undefined when it has reached the heads. Ends when
 * the signal aborts, and throws the refusal of a broken log.
 */
export async function* follow(
  log: CompanyLog,
  from: Positions,
  signal: AbortSignal,
): AsyncGenerator<FeedStep | undefined, void, void> {
  let positions = from;
  let moves = 0;
  let wake = (): void => undefined;
  const moved = (): void => {
    moves += 1;
    wake();
  };
  const unsubscribe = log.onMoved(moved);
  signal.addEventListener('abort', moved, { once: true });
  try {
    while (!signal.aborted) {
      const before = moves;
      let idle = true;
      for (const service of serviceNames) {
        for (const entry of await log.read(service, positions[service])) {
          const { seq, mark } = entry;
          idle = false;
          positions = { ...positions, [service]: { seq, mark } };
          yield { entry, positions };
          if (signal.aborted) return;
        }
      }
      if (!idle) continue;
      const broken = log.broken();
      if (broken) throw broken;
      yield undefined;
      if (moves === before && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', moved);
  }
}
