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
}

export interface Piece {
  readonly offset: number;
  readonly text: string;
}

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
});

/** The log with a live piece; undefined if something before the piece is missing. */
export function withPiece(log: RunLog, { offset, text }: Piece): RunLog | undefined {
  if (offset > log.end) return undefined;
  const bytes = encoder.encode(text);
  const known = log.end - offset;
  if (known >= bytes.length) return log;
  const rest = known === 0 ? text : new TextDecoder().decode(bytes.subarray(known));
  return trimmed({ ...withText(log, rest), end: offset + bytes.length });
}

/** The log with what was read at its end. */
export const withRead = (
  log: RunLog,
  read: { nextOffset: number; text: string; complete: boolean },
): RunLog =>
  trimmed({
    ...withText(log, read.text),
    end: read.nextOffset,
    isComplete: read.complete,
  });

const withText = (log: RunLog, text: string): RunLog => ({
  ...log,
  text: log.text + text,
  charsRead: log.charsRead + text.length,
});

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
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;
