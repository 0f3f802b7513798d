/**
 * The newest entries of one service's log of a company, read once for all readers in this process.
 */
import type { Position } from './domain/feed-position.ts';
import { readAfter, type LogEntry, type LogAddress } from './read-log.ts';

/** Total size of the recent entries in memory. */
const RECENT_CHARACTERS_MAX = 262_144;

export interface Tail {
  head(): Position;
  /** The mark of an event, if it is in memory. */
  markAt(seq: number): string | undefined;
  /** The next entries after the position; empty at the head. */
  read(position: Position): Promise<readonly LogEntry[]>;
  /** Reads on, because the log is known to reach at least this number. */
  pull(seq: number): void;
}

export interface TailOptions {
  readonly log: LogAddress;
  readonly head: Position;
  readonly moved: () => void;
  readonly failed: (error: unknown) => void;
}

export function openTail({ log, head: first, moved, failed }: TailOptions): Tail {
  let head = first;
  /** Without gaps, up to the head. */
  const recent = openRecentEntries();
  /** The highest number that the log is known to have. */
  let wanted = 0;
  /** Calls of `pull`: what is wanted may already be more than any number. */
  let pulls = 0;
  let reading: Promise<void> | undefined;
  const readOn = async (): Promise<void> => {
    for (;;) {
      const before = pulls;
      const entries = await readAfter(log, head);
      head = entries.at(-1) ?? head;
      recent.add(entries);
      if (entries.length > 0) moved();
      // A notification during the read may be about an event that the read did not see.
      const again = entries.length > 0 || pulls > before;
      if (!again || wanted <= head.seq) return;
    }
  };
  return {
    head: () => head,
    markAt: (seq) => (head.seq === seq ? head.mark : recent.find(seq)?.mark),
    async read(position) {
      if (position.seq >= head.seq) return [];
      return recent.after(position.seq) ?? readAfter(log, position);
    },
    pull(seq) {
      if (seq <= head.seq) return;
      wanted = Math.max(wanted, seq);
      pulls += 1;
      reading ??= readOn()
        .catch(failed)
        .finally(() => {
          reading = undefined;
          wanted = 0;
        });
    },
  };
}

function openRecentEntries() {
  const entries: LogEntry[] = [];
  let characters = 0;
  return {
    find: (seq: number) => entries.find((entry) => entry.seq === seq),
    /** Undefined if some of the entries after the number are no longer in memory. */
    after(seq: number): readonly LogEntry[] | undefined {
      const at = entries.findIndex((entry) => entry.seq === seq + 1);
      return at === -1 ? undefined : entries.slice(at);
    },
    add(more: readonly LogEntry[]): void {
      entries.push(...more);
      for (const { text } of more) characters += text.length;
      let dropped = 0;
      while (characters > RECENT_CHARACTERS_MAX) {
        characters -= entries[dropped]?.text.length ?? 0;
        dropped += 1;
      }
      entries.splice(0, dropped);
    },
  };
}
