/** The output of a run as sentences, as it arrives: what a coding agent says and does, and other lines as they are. */
import {
  emptyTranscript,
  readTranscript,
  type Entry,
  type Transcript,
} from '@muster/cli-agents/transcript';
import { seen } from '../terminal/words.ts';
import { wordsOfEntry, wordsOfOutcome } from './entry-words.ts';

export interface Sentences {
  /** Lines to print, whose words are safe for a terminal. */
  push(text: string): string[];
  /** What was held back until it was whole. */
  end(): string[];
}

interface Reading {
  transcript: Transcript;
  /** The number of the first entry that is not printed. */
  next: number;
  /** Numbers of calls that were printed without what came of them. */
  readonly open: Set<number>;
}

export function openSentences(): Sentences {
  const reading: Reading = { transcript: emptyTranscript, next: 0, open: new Set() };
  let rest = '';
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      return lines.filter(isSome).flatMap((line) => take(reading, line));
    },
    end() {
      const lines = isSome(rest) ? take(reading, rest) : [];
      rest = '';
      return [...lines, ...print(reading, () => true)];
    },
  };
}

const isSome = (line: string): boolean => line.trim() !== '';

function take(reading: Reading, line: string): string[] {
  reading.transcript = readTranscript(reading.transcript, `${line}\n`);
  const last = reading.transcript.entries.at(-1);
  const outcomes = settle(reading);
  if (last?.kind !== 'other') return [...outcomes, ...print(reading, isWhole)];
  const before = print(reading, (entry) => entry !== last);
  // Lines of no program are one entry there; here each is printed as it comes.
  reading.next = last.number + 1;
  return [...outcomes, ...before, seen(line)];
}

/** A text that comes in pieces is whole when something follows it. */
const isWhole = (entry: Entry, isLast: boolean): boolean =>
  !(isLast && entry.kind === 'said' && entry.goesOn);

const entryAt = ({ transcript }: Reading, number: number): Entry | undefined =>
  transcript.entries[number - transcript.dropped];

/** The next entries, as long as they may be printed. */
function print(reading: Reading, may: (entry: Entry, isLast: boolean) => boolean): string[] {
  const { dropped, entries } = reading.transcript;
  const lines: string[] = [];
  for (const entry of entries.slice(Math.max(0, reading.next - dropped))) {
    if (!may(entry, entry === entries.at(-1))) break;
    reading.next = entry.number + 1;
    lines.push(...wordsOfEntry(entry));
    if (entry.kind !== 'called') continue;
    if (entry.outcome === undefined) reading.open.add(entry.number);
    else lines.push(...wordsOfOutcome(entry));
  }
  return lines;
}

/** What has come of calls that are printed already. */
function settle(reading: Reading): string[] {
  return [...reading.open].flatMap((number) => {
    const entry = entryAt(reading, number);
    if (entry?.kind === 'called' && entry.outcome === undefined) return [];
    reading.open.delete(number);
    return entry?.kind === 'called' ? wordsOfOutcome(entry) : [];
  });
}
