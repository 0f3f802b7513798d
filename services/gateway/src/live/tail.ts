/** The newest end of one service's log of a company, read once for everybody who follows it. */
import type { Position } from '../domain/feed-position.ts';
import { readBehind, type Entry, type Log } from './read-log.ts';

/** As many of the newest entries are kept as this holds. */
const KEPT_CHARACTERS_MAX = 262_144;

export interface Tail {
  head(): Position;
  /** The mark of an event that is known here. */
  markAt(seq: number): string | undefined;
  /** What stands behind the position, at least its beginning; nothing at the end. */
  read(position: Position): Promise<readonly Entry[]>;
  /** Reads on, as the log goes at least so far. */
  pull(seq: number): void;
}

export interface TailOptions {
  readonly log: Log;
  readonly head: Position;
  readonly moved: () => void;
  readonly failed: (error: unknown) => void;
}

export function openTail({ log, head: first, moved, failed }: TailOptions): Tail {
  let head = first;
  /** The newest entries, without a hole, up to the head. */
  const kept = openKept();
  /** Up to where the log is known to go. */
  let wanted = 0;
  let reading: Promise<void> | undefined;
  const readOn = async (): Promise<void> => {
    for (;;) {
      const before = wanted;
      const entries = await readBehind(log, head);
      head = entries.at(-1) ?? head;
      kept.add(entries);
      if (entries.length > 0) moved();
      // Woken while it was read: what was said meanwhile may not have been seen.
      const again = entries.length > 0 || wanted > before;
      if (!again || wanted <= head.seq) return;
    }
  };
  return {
    head: () => head,
    markAt: (seq) => (head.seq === seq ? head.mark : kept.find(seq)?.mark),
    async read(position) {
      if (position.seq >= head.seq) return [];
      return kept.behind(position.seq) ?? readBehind(log, position);
    },
    pull(seq) {
      if (seq <= head.seq) return;
      wanted = Math.max(wanted, seq);
      reading ??= readOn().catch(failed).finally(() => {
        reading = undefined;
        wanted = 0;
      });
    },
  };
}

function openKept() {
  const entries: Entry[] = [];
  let characters = 0;
  return {
    find: (seq: number) => entries.find((entry) => entry.seq === seq),
    /** Nothing where some of it is no longer kept. */
    behind(seq: number): readonly Entry[] | undefined {
      const at = entries.findIndex((entry) => entry.seq === seq + 1);
      return at === -1 ? undefined : entries.slice(at);
    },
    add(more: readonly Entry[]): void {
      entries.push(...more);
      for (const { text } of more) characters += text.length;
      let dropped = 0;
      while (characters > KEPT_CHARACTERS_MAX) {
        characters -= entries[dropped]?.text.length ?? 0;
        dropped += 1;
      }
      entries.splice(0, dropped);
    },
  };
}
