/**
 * Splits output into bounded pieces for the run log. Pieces end at line ends where possible, so
 * that no secret is cut in two and missed. In a line that is longer than a piece, the length of the
 * longest secret is held back in case one has begun to arrive.
 *
 * Behind the head of the log, output waits for longer, and what is too much to wait is left out: a
 * program that prints without an end costs a bounded number of writes and bytes of memory.
 */
import { cutText } from '@muster/contracts';
import { LOG_HEAD_BYTES, LOG_TAIL_BYTES } from '../../domain/log-slice.ts';
import type { Masker } from './mask-output.ts';

/** Longest time before a whole line can be read. */
const FLUSH_MS = 250;
/** The same behind the head: each time, a whole tail may have to be stored. */
const TAIL_FLUSH_MS = 5_000;
const PIECE_MAX_BYTES = 8_192;
/** Characters that are stored behind the head as soon as in it. */
const LITTLE_MAX = 2 * PIECE_MAX_BYTES;
/** In characters; more than a tail, so that not each line that arrives is searched for where to cut. */
const WAITING_MAX = 2 * LOG_TAIL_BYTES;
/** Positions are stored in four bytes: behind this one, output waits for the end of the run. */
const POSITION_MAX = 2 ** 31 - 2 ** 25;

export interface LogPiece {
  /** Bytes before this piece. */
  readonly start: number;
  readonly text: string;
  /** Not all of the output is kept. */
  readonly truncated: boolean;
  /** Nothing is waiting behind it. */
  readonly isLast: boolean;
}

export interface LogPieces {
  add(text: string): void;
  /** Passes on the rest. */
  end(): void;
  /** Drops the rest. */
  abandon(): void;
  /** Length of the output up to now, with what waits behind the head. */
  logBytes(): number;
  isTruncated(): boolean;
  /** Output waits to be stored, and another process that goes on from here does not get it. */
  isBehindHead(): boolean;
}

export function openLogPieces(
  { mask, longest }: Masker,
  store: (piece: LogPiece) => void,
  /** The log that another process has begun. */
  begun: { readonly logBytes: number; readonly isLogFull: boolean },
): LogPieces {
  let waiting = '';
  let end = begun.logBytes;
  let truncated = begun.isLogFull;
  let flushedAt = performance.now();
  const isBehindHead = (): boolean => end >= LOG_HEAD_BYTES;
  const pass = (text: string, isLast: boolean): void => {
    const start = end;
    end += Buffer.byteLength(text);
    truncated ||= end > LOG_HEAD_BYTES + LOG_TAIL_BYTES;
    store({ start, text, truncated, isLast });
  };
  /** Where the line can be cut: the text before it contains no secret and no part of one. */
  const cutInLine = (all: boolean): number => {
    if (!all && headOf(waiting, PIECE_MAX_BYTES).length === waiting.length) return 0;
    waiting = mask(waiting);
    const safe = all ? waiting.length : Math.max(0, waiting.length - Math.max(0, longest - 1));
    return headOf(waiting.slice(0, safe), PIECE_MAX_BYTES).length;
  };
  const flush = (all: boolean): void => {
    flushedAt = performance.now();
    while (waiting !== '') {
      const lineEnd = headOf(waiting, PIECE_MAX_BYTES).lastIndexOf('\n') + 1;
      const cut = lineEnd > 0 ? lineEnd : cutInLine(all);
      if (cut === 0) return;
      const piece = mask(waiting.slice(0, cut));
      waiting = waiting.slice(cut);
      pass(piece, waiting === '');
    }
  };
  /** Leaves out what will not be a part of the tail: whole lines, so that no secret is cut in two. */
  const leaveOut = (): void => {
    const cut = waiting.length - LOG_TAIL_BYTES;
    const lineEnd = waiting.indexOf('\n', cut) + 1;
    const isNear = lineEnd > 0 && lineEnd <= cut + PIECE_MAX_BYTES;
    if (!isNear) waiting = mask(waiting);
    const from = isNear ? lineEnd : Math.max(0, waiting.length - LOG_TAIL_BYTES);
    end = Math.min(end + Buffer.byteLength(waiting.slice(0, from)), POSITION_MAX);
    // A copy: a slice would keep the whole text in memory.
    waiting = Buffer.from(waiting.slice(from)).toString();
    truncated = true;
  };
  const timer = setInterval(() => {
    if (end >= POSITION_MAX) return;
    const isLittle = waiting.length <= LITTLE_MAX;
    const isDue = performance.now() - flushedAt >= TAIL_FLUSH_MS;
    if (!isBehindHead() || isLittle || isDue) flush(false);
  }, FLUSH_MS);
  return {
    add(text) {
      waiting += text;
      if (!isBehindHead() && waiting.length >= PIECE_MAX_BYTES) flush(false);
      if (waiting.length > WAITING_MAX) leaveOut();
    },
    end() {
      clearInterval(timer);
      if (isBehindHead() && waiting.length > LOG_TAIL_BYTES) leaveOut();
      flush(true);
    },
    abandon: () => clearInterval(timer),
    logBytes: () => end + (isBehindHead() ? Buffer.byteLength(waiting) : 0),
    isTruncated: () => truncated,
    isBehindHead,
  };
}

/** The longest beginning that fits in this number of bytes, in whole characters. */
function headOf(text: string, bytes: number): string {
  const rough = cutText(text, bytes);
  const head = Buffer.from(rough);
  if (head.length <= bytes) return rough;
  return new TextDecoder().decode(head.subarray(0, bytes), { stream: true });
}
