/**
 * Parts of an output that is stored in pieces. Positions are in bytes of the whole output, of which the
 * beginning and the end are kept: where a piece does not follow on the one before it, a mark says how
 * much is missing.
 */

/** Kept of the beginning: what the program was given, and how it began. */
export const LOG_HEAD_BYTES = 262_144;
/** Kept of the end, where the cause of a failure is. Together, a log takes a mebibyte. */
export const LOG_TAIL_BYTES = 786_432;

export interface LogPiece {
  readonly start: number;
  readonly text: string;
}

export interface LogSlice {
  readonly offset: number;
  /** Where the next slice begins: further than the bytes reach, where some are missing behind them. */
  readonly nextOffset: number;
  readonly bytes: Buffer;
}

/** From the offset on, or from the start of the character in which the offset is. */
export function startingAt(pieces: readonly LogPiece[], offset: number): LogSlice {
  const { bytes, start, rest } = firstRow(pieces);
  const [next] = rest;
  const end = start + bytes.length;
  if (next && offset >= end) {
    const after = firstRow(rest).bytes;
    const text = Buffer.concat([markOf(next.start - offset), after]);
    return { offset, nextOffset: next.start + after.length, bytes: text };
  }
  const asked = Math.min(bytes.length, Math.max(0, offset - start));
  let skipped = asked;
  while (isInsideCharacter(bytes[skipped])) skipped -= 1;
  const text = bytes.subarray(skipped);
  const from = offset - (asked - skipped);
  if (!next) return { offset: from, nextOffset: from + text.length, bytes: text };
  const marked = Buffer.concat([text, markOf(next.start - end)]);
  return { offset: from, nextOffset: next.start, bytes: marked };
}

/** At most so many bytes from the end of the pieces, beginning with a whole character; none are missing in it. */
export function endOf(pieces: readonly LogPiece[], bytesMax: number): LogSlice {
  let row = firstRow(pieces);
  while (row.rest.length > 0) row = firstRow(row.rest);
  const { bytes, start } = row;
  let skipped = Math.max(0, bytes.length - bytesMax);
  while (isInsideCharacter(bytes[skipped])) skipped += 1;
  const text = bytes.subarray(skipped);
  return { offset: start + skipped, nextOffset: start + bytes.length, bytes: text };
}

const markOf = (bytes: number): Buffer =>
  Buffer.from(`\n[${bytes.toLocaleString('en-US')} bytes of the output were left out]\n`);

interface Row {
  readonly start: number;
  readonly bytes: Buffer;
  /** The pieces that do not follow on. */
  readonly rest: readonly LogPiece[];
}

/** The pieces that follow on each other, up to the first one that does not. */
function firstRow(pieces: readonly LogPiece[]): Row {
  const start = pieces[0]?.start ?? 0;
  const row: Buffer[] = [];
  let end = start;
  for (const piece of pieces) {
    if (piece.start > end) break;
    const bytes = Buffer.from(piece.text);
    row.push(bytes);
    end += bytes.length;
  }
  return { start, bytes: Buffer.concat(row), rest: pieces.slice(row.length) };
}

/** The second to fourth bytes of a character in UTF-8. */
const isInsideCharacter = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x80 && byte < 0xc0;
