/**
 * What happened in a run, in the order in which it was printed: turns, what was said, and calls of tools with what
 * came of them. Read on with each piece of the output, and bounded whatever the output is.
 */
import type { Call, Outcome, Speaker, Step, Used } from './step.ts';
import { stepsOfLine } from './steps-of-line.ts';

/** More than anybody reads; the newest are kept, and the raw output has the others. */
const ENTRIES_MAX = 3_000;
/** Entries between a call and its answer. */
const OPEN_MAX = 500;
/** Characters of all entries: a page keeps as many of the raw output. */
const CHARS_MAX = 2_000_000;
/** Longest text that is put together from pieces, or of lines of no program. */
const TEXT_MAX = 20_000;
/** A line that goes on for longer is no line of a program. */
const LINE_MAX = 4_000_000;

interface Placed {
  /** Its place in the run, which stays when older entries are dropped. */
  readonly number: number;
  /** From 1 on; 0 before the first one. */
  readonly turn: number;
  readonly at?: string | undefined;
}

export type Entry = Placed &
  (
    | {
        readonly kind: 'said';
        readonly by: Speaker;
        readonly text: string;
        readonly goesOn: boolean;
      }
    | ({ readonly kind: 'called'; readonly isOfHelper: boolean; readonly outcome?: Outcome } & Call)
    | { readonly kind: 'noted'; readonly isTrouble: boolean; readonly text: string }
    | ({ readonly kind: 'used'; readonly of: 'step' | 'session' | 'run' } & Used)
    | { readonly kind: 'other'; readonly text: string; readonly lineCount: number }
  );

export interface Transcript {
  readonly entries: readonly Entry[];
  /** Entries that were dropped from the begin. */
  readonly dropped: number;
  readonly turns: number;
  /** Whether any line was of a program that is known. */
  readonly isKnown: boolean;
  /** The last line up to now, which has no end yet. */
  readonly rest: string;
  /** The next thing that the agent says or calls begins a turn. */
  readonly isAnswered: boolean;
}

export const emptyTranscript: Transcript = {
  entries: [],
  dropped: 0,
  turns: 0,
  isKnown: false,
  rest: '',
  isAnswered: true,
};

/** With more output, and with its last line if it is the last output. */
export function readTranscript(before: Transcript, text: string, isLast = false): Transcript {
  const lines = (before.rest + text).split('\n');
  const rest = isLast ? '' : (lines.pop() ?? '');
  const draft = { ...before, rest: rest.slice(0, LINE_MAX), entries: [...before.entries] };
  for (const line of lines) addLine(draft, line);
  return bounded(draft);
}

type Draft = { -readonly [K in keyof Transcript]: Transcript[K] } & { entries: Entry[] };

function addLine(draft: Draft, line: string): void {
  const steps = stepsOfLine(line);
  if (steps === undefined) return addOther(draft, line);
  draft.isKnown = true;
  for (const step of steps) addStep(draft, step);
}

function addOther(draft: Draft, line: string): void {
  if (line.trim() === '') return;
  const last = draft.entries.at(-1);
  if (last?.kind !== 'other')
    return push(draft, { kind: 'other', text: line.slice(0, TEXT_MAX), lineCount: 1 });
  const text = last.text.length < TEXT_MAX ? `${last.text}\n${line}`.slice(0, TEXT_MAX) : last.text;
  draft.entries.splice(-1, 1, { ...last, text, lineCount: last.lineCount + 1 });
}

function addStep(draft: Draft, step: Step): void {
  switch (step.kind) {
    case 'turn':
      draft.turns += 1;
      draft.isAnswered = false;
      return;
    case 'said': {
      const last = draft.entries.at(-1);
      if (step.goesOn && last?.kind === 'said' && last.goesOn) {
        const text = (last.text + step.text).slice(0, TEXT_MAX);
        draft.entries.splice(-1, 1, { ...last, text });
        return;
      }
      if (step.by !== 'helper') beginTurn(draft);
      return push(draft, step);
    }
    case 'called':
      if (!step.isOfHelper) beginTurn(draft);
      return push(draft, step);
    case 'answered':
      return addAnswer(draft, step);
    case 'used':
    case 'noted':
      return push(draft, step);
  }
}

/** The program asks its model again once the calls of a turn are answered. */
function beginTurn(draft: Draft): void {
  if (!draft.isAnswered) return;
  draft.turns += 1;
  draft.isAnswered = false;
}

function addAnswer(draft: Draft, step: Step & { kind: 'answered' }): void {
  const { id, call, isOk, text, at } = step;
  const outcome = { isOk, text };
  const index = openCall(draft.entries, id);
  const entry = draft.entries[index];
  if (entry?.kind === 'called') {
    const files = call && call.files.length > 0 ? call.files : entry.files;
    draft.entries.splice(index, 1, { ...entry, files, outcome });
    draft.isAnswered = true;
    return;
  }
  // Nothing before it is known, or the program prints a call once it has ended.
  if (call) push(draft, { kind: 'called', isOfHelper: false, ...call, outcome, at });
}

/** A call is answered soon: an output of answers to nothing is not searched through for each of them. */
function openCall(entries: readonly Entry[], id: string): number {
  const oldest = Math.max(0, entries.length - OPEN_MAX);
  for (let index = entries.length - 1; index >= oldest; index -= 1) {
    const entry = entries[index];
    if (entry?.kind === 'called' && entry.id === id && entry.outcome === undefined) return index;
  }
  return -1;
}

type Unplaced = Entry extends infer E
  ? E extends Entry
    ? Omit<E, 'number' | 'turn'>
    : never
  : never;

function push(draft: Draft, entry: Unplaced): void {
  const number = draft.dropped + draft.entries.length;
  draft.entries.push({ ...entry, number, turn: draft.turns });
}

const charsOf = (entry: Entry): number => {
  if (entry.kind === 'used') return 0;
  if (entry.kind !== 'called') return entry.text.length;
  return entry.input.length + (entry.outcome?.text.length ?? 0);
};

function bounded(draft: Draft): Transcript {
  let chars = 0;
  let first = draft.entries.length;
  while (first > 0 && draft.entries.length - first < ENTRIES_MAX) {
    const entry = draft.entries[first - 1];
    chars += entry ? charsOf(entry) : 0;
    if (chars > CHARS_MAX) break;
    first -= 1;
  }
  if (first === 0) return draft;
  return { ...draft, entries: draft.entries.slice(first), dropped: draft.dropped + first };
}

/** Paths that the calls of the run have changed, in the order of their first change. */
export const filesChanged = ({ entries }: Transcript): readonly string[] => [
  ...new Set(
    entries.flatMap((entry) =>
      entry.kind === 'called' && entry.outcome?.isOk === true ? entry.files : [],
    ),
  ),
];
