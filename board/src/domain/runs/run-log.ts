import type { LineSource, RunLogPiece } from '@muster/contracts';

/** The output of a run as far as it is known, in bytes from `start` to `end`. */
export interface RunLog {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isComplete: boolean;
  /** Where reading began; what is read from elsewhere is another log. */
  readonly origin: number;
  /** Characters that have come since, also those that are not kept. */
  readonly charsRead: number;
  /** The number of the first line of the text; undefined where what is before it was not read. */
  readonly firstLine: number | undefined;
  /** Where lines come from, by their number in the text from 0 on, each up to the next. */
  readonly sources: readonly LineSource[];
  /** Line feeds of the text. */
  readonly lines: number;
}

export type Piece = Pick<RunLogPiece, 'offset' | 'text' | 'sources'>;

/** Most characters that a page keeps: older output is read again when somebody asks for it. */
const KEPT_MAX = 2_000_000;
/** Characters that are left of a log that became too long: with room, so that not each piece has it cut. */
const KEPT_AFTER_CUT = 1_500_000;
const encoder = new TextEncoder();

export const emptyLog = (start: number): RunLog => ({
  start,
  end: start,
  text: '',
  isComplete: false,
  origin: start,
  charsRead: 0,
  firstLine: start === 0 ? 1 : undefined,
  sources: [],
  lines: 0,
});

/** The log with a live piece; undefined if something before the piece is missing. */
export function withPiece(log: RunLog, { offset, text, sources }: Piece): RunLog | undefined {
  if (offset > log.end) return undefined;
  const bytes = encoder.encode(text);
  const known = log.end - offset;
  if (known >= bytes.length) return log;
  const rest = known === 0 ? text : new TextDecoder().decode(bytes.subarray(known));
  const later = withoutLines(sources ?? [], linesIn(text) - linesIn(rest));
  return trimmed({ ...withText(log, rest, later), end: offset + bytes.length });
}

/** The log with what was read at its end. */
export const withRead = (
  log: RunLog,
  read: {
    readonly nextOffset: number;
    readonly text: string;
    readonly complete: boolean;
    readonly sources?: readonly LineSource[] | undefined;
  },
): RunLog =>
  trimmed({
    ...withText(log, read.text, read.sources ?? []),
    end: read.nextOffset,
    isComplete: read.complete,
  });

function withText(log: RunLog, text: string, sources: readonly LineSource[]): RunLog {
  if (text === '') return log;
  // Output of which nothing is known does not come from where the lines before it come from.
  const known = sources.length === 0 && log.sources.length > 0 ? [{ line: 0 }] : sources;
  const added = known.map((source) => ({ ...source, line: log.lines + source.line }));
  return {
    ...log,
    text: log.text + text,
    charsRead: log.charsRead + text.length,
    sources: [...log.sources, ...added],
    lines: log.lines + linesIn(text),
  };
}

/** The same without so many lines of their beginning. */
function withoutLines(sources: readonly LineSource[], lines: number): readonly LineSource[] {
  const first = sources.findLastIndex(({ line }) => line <= lines);
  return sources
    .slice(Math.max(0, first))
    .map((source) => ({ ...source, line: Math.max(0, source.line - lines) }));
}

function trimmed(log: RunLog): RunLog {
  if (log.text.length <= KEPT_MAX) return log;
  const { length } = log.text;
  const cut =
    log.text.indexOf('\n', length - KEPT_AFTER_CUT) + 1 || log.text.length - KEPT_AFTER_CUT;
  const dropped = log.text.slice(0, cut);
  return {
    ...log,
    start: log.start + encoder.encode(dropped).length,
    text: log.text.slice(cut),
    firstLine: log.firstLine === undefined ? undefined : log.firstLine + linesIn(dropped),
    sources: withoutLines(log.sources, linesIn(dropped)),
    lines: log.lines - linesIn(dropped),
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;
