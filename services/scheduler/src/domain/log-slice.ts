/**
 * Parts of an output that is stored in pieces. Positions are in bytes of the whole output, of which the
 * beginning and the end are kept: where a piece does not follow on the one before it, a mark says how
 * much is missing.
 */
import type { LineSource } from '@muster/contracts';

/** Kept of the beginning: what the program was given, and how it began. */
export const LOG_HEAD_BYTES = 262_144;
/** Kept of the end, where the cause of a failure is. Together, a log takes a mebibyte. */
export const LOG_TAIL_BYTES = 786_432;

/** A line of a piece, when it began to come, in milliseconds, and 1 if standard error has it; else nobody knows. */
export type LineMark = readonly [line: number, at?: number, isError?: number];

export interface LogPiece {
  readonly start: number;
  readonly text: string;
  readonly marks?: readonly LineMark[] | null;
}

export const linesIn = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};

export const sourceOf = ([line, at, isError]: LineMark): LineSource => ({
  line,
  ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
  ...(isError === undefined ? {} : { stream: isError === 1 ? 'stderr' : 'stdout' }),
});

export interface LogSlice {
  readonly offset: number;
  /** Where the next slice begins: further than the bytes reach, where some are missing behind them. */
  readonly nextOffset: number;
  readonly bytes: Buffer;
  /** Empty where nothing is known. */
  readonly sources: LineSource[];
}

/** From the offset on, or from the start of the character in which the offset is. */
export function startingAt(pieces: readonly LogPiece[], offset: number): LogSlice {
  const { bytes, start, rest, pieces: row } = firstRow(pieces);
  const [next] = rest;
  const end = start + bytes.length;
  if (next && offset >= end) {
    const after = firstRow(rest).bytes;
    const mark = markOf(next.start - offset);
    const sources = sourcesIn([{ text: mark }, ...firstRow(rest).pieces], 0);
    const text = Buffer.concat([Buffer.from(mark), after]);
    return { offset, nextOffset: next.start + after.length, bytes: text, sources };
  }
  const asked = Math.min(bytes.length, Math.max(0, offset - start));
  let skipped = asked;
  while (isInsideCharacter(bytes[skipped])) skipped -= 1;
  const text = bytes.subarray(skipped);
  const from = offset - (asked - skipped);
  const before = linesBefore(bytes, skipped);
  if (!next) {
    const sources = sourcesIn(row, before);
    return { offset: from, nextOffset: from + text.length, bytes: text, sources };
  }
  const mark = markOf(next.start - end);
  const sources = sourcesIn([...row, { text: mark }], before);
  const marked = Buffer.concat([text, Buffer.from(mark)]);
  return { offset: from, nextOffset: next.start, bytes: marked, sources };
}

/** At most so many bytes from the end of the pieces, beginning with a whole character; none are missing in it. */
export function endOf(pieces: readonly LogPiece[], bytesMax: number): LogSlice {
  let row = firstRow(pieces);
  while (row.rest.length > 0) row = firstRow(row.rest);
  const { bytes, start } = row;
  let skipped = Math.max(0, bytes.length - bytesMax);
  while (isInsideCharacter(bytes[skipped])) skipped += 1;
  const text = bytes.subarray(skipped);
  const sources = sourcesIn(row.pieces, linesBefore(bytes, skipped));
  return { offset: start + skipped, nextOffset: start + bytes.length, bytes: text, sources };
}

const markOf = (bytes: number): string =>
  `\n[${bytes.toLocaleString('en-US')} bytes of the output were left out]\n`;

const linesBefore = (bytes: Buffer, end: number): number =>
  linesIn(bytes.subarray(0, end).toString('latin1'));

/** What is known of the lines of a text: these parts, without so many lines of their beginning. */
function sourcesIn(
  parts: readonly Pick<LogPiece, 'text' | 'marks'>[],
  skipped: number,
): LineSource[] {
  const found: LineSource[] = [];
  let line = -skipped;
  for (const { text, marks } of parts) {
    for (const mark of marks ?? [[0] as const]) {
      const source = sourceOf(mark);
      const at = Math.max(0, line + source.line);
      const last = found.at(-1);
      if (last && last.at === source.at && last.stream === source.stream) continue;
      if (last?.line === at) found.pop();
      found.push({ ...source, line: at });
    }
    line += linesIn(text);
  }
  return found.some(({ stream }) => stream !== undefined) ? found : [];
}

interface Row {
  readonly start: number;
  readonly bytes: Buffer;
  readonly pieces: readonly LogPiece[];
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
  const bytes = Buffer.concat(row);
  return { start, bytes, pieces: pieces.slice(0, row.length), rest: pieces.slice(row.length) };
}

/** The second to fourth bytes of a character in UTF-8. */
const isInsideCharacter = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x80 && byte < 0xc0;
