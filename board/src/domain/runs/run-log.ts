/** The output of a run as far as it is known, in bytes from `start` to `end`. */
export interface RunLog {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isComplete: boolean;
}

export interface Piece {
  readonly offset: number;
  readonly text: string;
}

/** Most characters that a page keeps: older output is read again when somebody asks for it. */
const KEPT_MAX = 2_000_000;
const encoder = new TextEncoder();

export const emptyLog = (start: number): RunLog => ({
  start,
  end: start,
  text: '',
  isComplete: false,
});

/** The log with a live piece; undefined if something before the piece is missing. */
export function withPiece(log: RunLog, { offset, text }: Piece): RunLog | undefined {
  if (offset > log.end) return undefined;
  const bytes = encoder.encode(text);
  const known = log.end - offset;
  if (known >= bytes.length) return log;
  const rest = known === 0 ? text : new TextDecoder().decode(bytes.subarray(known));
  return trimmed({ ...log, end: offset + bytes.length, text: log.text + rest });
}

/** The log with what was read at its end. */
export const withRead = (
  log: RunLog,
  read: { nextOffset: number; text: string; complete: boolean },
): RunLog =>
  trimmed({
    ...log,
    end: read.nextOffset,
    text: log.text + read.text,
    isComplete: read.complete,
  });

function trimmed(log: RunLog): RunLog {
  if (log.text.length <= KEPT_MAX) return log;
  const cut = log.text.indexOf('\n', log.text.length - KEPT_MAX) + 1 || log.text.length - KEPT_MAX;
  const dropped = encoder.encode(log.text.slice(0, cut)).length;
  return { ...log, start: log.start + dropped, text: log.text.slice(cut) };
}
