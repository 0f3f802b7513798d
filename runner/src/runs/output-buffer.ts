/**
 * The output of one run that no scheduler has stored yet, with the offset of its first byte. Pure:
 * what it holds decides whether the program is read on, and what a scheduler gets next.
 */
import {
  ACKNOWLEDGE_AT_BYTES,
  BUFFER_MAX_BYTES,
  OUTPUT_COST_BYTES,
  OUTPUT_MAX_BYTES,
  type OutputStream,
} from '@muster/runner-protocol';

/**
 * What may still arrive after a program is paused: the pipe between two processes, and what the
 * supervisor reads before it hears of it. On a busy machine 287,035 bytes were seen.
 */
const ON_ITS_WAY_BYTES = 393_216;

/** A program whose output costs this much is paused. */
export const PAUSE_AT_BYTES = BUFFER_MAX_BYTES - ON_ITS_WAY_BYTES;
/** And it goes on when so much is left, which the scheduler need not acknowledge for some time. */
export const RESUME_AT_BYTES = ACKNOWLEDGE_AT_BYTES;

export interface Piece {
  readonly stream: OutputStream;
  /** Of its first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface OutputBuffer {
  push(stream: OutputStream, bytes: Uint8Array): void;
  /** Forgets what is before this offset; one that is not in the buffer changes nothing. */
  forgetUntil(offset: number): void;
  /** The piece that begins or goes on at this offset. */
  at(offset: number): Piece | undefined;
  /** Of the first byte that is kept, and of the next one that comes. */
  start(): number;
  end(): number;
  /** Bytes that are kept, with the cost of their pieces. */
  cost(): number;
}

export function openOutputBuffer(): OutputBuffer {
  let pieces: Piece[] = [];
  let start = 0;
  let end = 0;
  return {
    push(stream, bytes) {
      for (let at = 0; at < bytes.length; at += OUTPUT_MAX_BYTES) {
        const part = bytes.subarray(at, at + OUTPUT_MAX_BYTES);
        pieces.push({ stream, offset: end, bytes: part });
        end += part.length;
      }
    },
    forgetUntil(offset) {
      if (offset <= start || offset > end) return;
      start = offset;
      pieces = pieces.slice(indexOf(pieces, offset));
    },
    at(offset) {
      const piece = offset < start ? undefined : pieces[indexOf(pieces, offset)];
      if (!piece) return undefined;
      return { ...piece, offset, bytes: piece.bytes.subarray(offset - piece.offset) };
    },
    start: () => start,
    end: () => end,
    cost: () => end - start + pieces.length * OUTPUT_COST_BYTES,
  };
}

/** Of the piece that holds this offset, by halving; the number of pieces if none does. */
function indexOf(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece && piece.offset + piece.bytes.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
