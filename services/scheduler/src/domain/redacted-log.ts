/**
 * Lines of an output that are taken away: each of their bytes becomes an asterisk, so that every place in
 * the output stays what it is for whoever follows it.
 */
import type { LogPiece } from './log-slice.ts';

export interface ByteSpan {
  readonly from: number;
  readonly to: number;
}

export interface RedactedLog {
  readonly span: ByteSpan;
  /** Those that have changed. */
  readonly pieces: readonly LogPiece[];
  /** What was taken away. */
  readonly text: string;
}

const LINE_BREAK = 10;
const ASTERISK = 42;

/** The whole lines that a span touches, in the kept pieces; nothing where it touches none. */
export function redactLines(pieces: readonly LogPiece[], asked: ByteSpan): RedactedLog | undefined {
  const spans = rowsOf(pieces).flatMap((row) => linesOf(row, asked) ?? []);
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last) return undefined;
  const span = { from: first.from, to: last.to };
  const changed: LogPiece[] = [];
  const taken: Buffer[] = [];
  for (const piece of pieces) {
    const bytes = Buffer.from(piece.text);
    const [from, to] = [Math.max(0, span.from - piece.start), span.to - piece.start];
    if (to <= 0 || from >= bytes.length) continue;
    taken.push(bytes.subarray(from, to));
    changed.push(maskPiece(piece, [span]));
  }
  return { span, pieces: changed, text: Buffer.concat(taken).toString() };
}

/** A piece as it is after the redactions, also if it comes again. */
export function maskPiece({ start, text }: LogPiece, spans: readonly ByteSpan[]): LogPiece {
  const bytes = Buffer.from(text);
  for (const { from, to } of spans) {
    const end = Math.min(bytes.length, to - start);
    for (let at = Math.max(0, from - start); at < end; at += 1) {
      if (bytes[at] !== LINE_BREAK) bytes[at] = ASTERISK;
    }
  }
  return { start, text: bytes.toString() };
}

interface Row {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Pieces that follow on each other are one row. */
function rowsOf(pieces: readonly LogPiece[]): Row[] {
  const rows: { start: number; parts: Buffer[]; end: number }[] = [];
  for (const { start, text } of pieces) {
    const bytes = Buffer.from(text);
    const row = rows.at(-1);
    if (row?.end === start) {
      row.parts.push(bytes);
      row.end += bytes.length;
    } else {
      rows.push({ start, parts: [bytes], end: start + bytes.length });
    }
  }
  return rows.map(({ start, parts }) => ({ start, bytes: Buffer.concat(parts) }));
}

function linesOf({ start, bytes }: Row, asked: ByteSpan): ByteSpan | undefined {
  const from = Math.max(0, asked.from - start);
  const to = Math.min(bytes.length, asked.to - start);
  if (from >= to) return undefined;
  const next = bytes.indexOf(LINE_BREAK, to - 1);
  return {
    from: start + (from === 0 ? 0 : bytes.lastIndexOf(LINE_BREAK, from - 1) + 1),
    to: start + (next === -1 ? bytes.length : next),
  };
}

/** Shorter ones say nothing by themselves. */
const TELLING_CHARACTERS = 6;

/** Letters and digits only: a line of JSON writes the same words with escapes. */
const coreOf = (text: string): string =>
  text.replaceAll(/\\[nrt"\\/]/g, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
const linesOfText = (text: string): string[] =>
  text
    .split('\n')
    .map(coreOf)
    .filter((line) => line.length >= TELLING_CHARACTERS);

/** Whether a text, such as the summary of a run, repeats a line of what was taken away, or the other way round. */
export function repeatsLines(text: string, taken: string): boolean {
  const [inText, inTaken] = [coreOf(text), coreOf(taken)];
  return (
    linesOfText(taken).some((line) => inText.includes(line)) ||
    linesOfText(text).some((line) => inTaken.includes(line))
  );
}
