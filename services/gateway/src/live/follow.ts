/** One reader's way along a company's logs: every entry behind its positions, once and in order. */
import { serviceNames } from '@muster/contracts';
import type { Positions } from '../domain/feed-position.ts';
import type { CompanyLog } from './company-log.ts';
import type { Entry } from './read-log.ts';

export interface Step {
  readonly entry: Entry;
  /** Where the reader stands once it has this entry. */
  readonly positions: Positions;
}

/**
 * The entries of one service come in its order. `undefined` says that there is nothing more at this
 * moment. It ends when the signal aborts, and throws what the log refuses.
 */
export async function* follow(
  log: CompanyLog,
  from: Positions,
  signal: AbortSignal,
): AsyncGenerator<Step | undefined, void, void> {
  let positions = from;
  let moves = 0;
  let wake = (): void => undefined;
  const moved = (): void => {
    moves += 1;
    wake();
  };
  const unlisten = log.onMoved(moved);
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
    unlisten();
    signal.removeEventListener('abort', moved);
  }
}
