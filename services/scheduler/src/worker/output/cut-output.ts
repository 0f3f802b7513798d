/**
 * Where waiting output can be cut: at line ends where possible, so that no secret is cut in two and
 * missed. In a line that is longer than a piece, the length of the longest secret is held back in case
 * one has begun to arrive.
 */
import { cutText } from '@muster/contracts';
import { linesIn, LOG_TAIL_BYTES } from '../../domain/log-slice.ts';
import type { Masker } from './mask-output.ts';

export const PIECE_MAX_BYTES = 8_192;

export interface Cut {
  /** Masked. */
  readonly piece: string;
  readonly rest: string;
  /** Line feeds of the piece before it was masked. */
  readonly lines: number;
  /** Masking has left out lines: those of the piece, or of all that waits. */
  readonly loses: 'piece' | 'all' | undefined;
}

/** The first piece of the waiting text; nothing where more has to arrive before. */
export function cutPiece(
  waiting: string,
  { mask, longest }: Masker,
  all: boolean,
): Cut | undefined {
  const head = headOf(waiting, PIECE_MAX_BYTES);
  const lineEnd = head.lastIndexOf('\n') + 1;
  if (lineEnd > 0) {
    const whole = waiting.slice(0, lineEnd);
    const piece = mask(whole);
    const lines = linesIn(whole);
    const loses = linesIn(piece) === lines ? undefined : 'piece';
    return { piece, rest: waiting.slice(lineEnd), lines, loses };
  }
  if (!all && head.length === waiting.length) return undefined;
  // The text before the cut contains no secret and no part of one.
  const masked = mask(waiting);
  const safe = all ? masked.length : Math.max(0, masked.length - Math.max(0, longest - 1));
  const end = headOf(masked.slice(0, safe), PIECE_MAX_BYTES).length;
  if (end === 0) return undefined;
  const [piece, rest] = [mask(masked.slice(0, end)), masked.slice(end)];
  const lines = linesIn(piece);
  const loses = lines + linesIn(rest) === linesIn(waiting) ? undefined : 'all';
  return { piece, rest, lines, loses };
}

export interface TailCut {
  readonly dropped: string;
  readonly kept: string;
  /** Masking has left out lines of what waits. */
  readonly losesLines: boolean;
}

/** What is kept of a text that is longer than a tail, and what comes before it. */
export function cutTail(waiting: string, { mask }: Masker): TailCut {
  const cut = waiting.length - LOG_TAIL_BYTES;
  const lineEnd = waiting.indexOf('\n', cut) + 1;
  const isNear = lineEnd > 0 && lineEnd <= cut + PIECE_MAX_BYTES;
  const text = isNear ? waiting : mask(waiting);
  const from = isNear ? lineEnd : Math.max(0, text.length - LOG_TAIL_BYTES);
  // A copy: a slice would keep the whole text in memory.
  const kept = Buffer.from(text.slice(from)).toString();
  const losesLines = text !== waiting && linesIn(text) !== linesIn(waiting);
  return { dropped: text.slice(0, from), kept, losesLines };
}

/** The longest beginning that fits in this number of bytes, in whole characters. */
function headOf(text: string, bytes: number): string {
  const rough = cutText(text, bytes);
  const head = Buffer.from(rough);
  if (head.length <= bytes) return rough;
  return new TextDecoder().decode(head.subarray(0, bytes), { stream: true });
}
