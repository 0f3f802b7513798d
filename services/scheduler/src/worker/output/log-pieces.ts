/**
 * Splits output into bounded pieces for the run log.
 *
 * Behind the head of the log, output waits for longer, and what is too much to wait is left out: a
 * program that prints without an end costs a bounded number of writes and bytes of memory.
 */
import { cutPiece, cutTail, PIECE_MAX_BYTES } from './cut-output.ts';
import type { OutputStream } from '@muster/runner-protocol';
import { LOG_HEAD_BYTES, LOG_TAIL_BYTES, type LineMark } from '../../domain/log-slice.ts';
import { openLineMarks } from './line-marks.ts';
import type { Masker } from './mask-output.ts';

/** Longest time before a whole line can be read. */
const FLUSH_MS = 250;
/** The same behind the head: each time, a whole tail may have to be stored. */
const TAIL_FLUSH_MS = 5_000;
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
  /** Undefined where nobody knows them. */
  readonly marks: readonly LineMark[] | undefined;
  /** Not all of the output is kept. */
  readonly truncated: boolean;
  /** Nothing is waiting behind it. */
  readonly isLast: boolean;
}

export interface LogPieces {
  add(text: string, stream: OutputStream): void;
  /** Passes on the rest. */
  end(): void;
  /** Drops the rest. */
  abandon(): void;
  /** Length of the output up to now, with what waits behind the head. */
  logBytes(): number;
  isTruncated(): boolean;
  /** Output waits to be stored, and another process that goes on from here does not get it. */
  isInTail(): boolean;
}

/** The log that another process has begun. */
interface BegunLog {
  readonly logBytes: number;
  readonly isLogFull: boolean;
}

type Store = (piece: LogPiece) => void;

export function openLogPieces(masker: Masker, store: Store, begun: BegunLog): LogPieces {
  let waiting = '';
  const lines = openLineMarks();
  let { logBytes: end, isLogFull: truncated } = begun;
  let flushedAt = performance.now();
  const isInTail = (): boolean => end >= LOG_HEAD_BYTES;
  const flush = (all: boolean): void => {
    flushedAt = performance.now();
    for (let cut; waiting !== '' && (cut = cutPiece(waiting, masker, all));) {
      waiting = cut.rest;
      const start = end;
      end += Buffer.byteLength(cut.piece);
      truncated ||= end > LOG_HEAD_BYTES + LOG_TAIL_BYTES;
      const isLast = waiting === '';
      store({ start, text: cut.piece, marks: lines.take(cut), truncated, isLast });
    }
  };
  const dropMiddle = (): void => {
    const cut = cutTail(waiting, masker);
    lines.drop(cut);
    end = Math.max(end, Math.min(end + Buffer.byteLength(cut.dropped), POSITION_MAX));
    waiting = cut.kept;
    truncated = true;
  };
  const timer = setInterval(() => {
    if (end >= POSITION_MAX) return;
    const isDue = performance.now() - flushedAt >= TAIL_FLUSH_MS;
    if (!isInTail() || waiting.length <= LITTLE_MAX || isDue) flush(false);
  }, FLUSH_MS);
  return {
    add(text, stream) {
      waiting += text;
      lines.add(text, stream);
      if (!isInTail() && waiting.length >= PIECE_MAX_BYTES) flush(false);
      if (waiting.length > WAITING_MAX) dropMiddle();
    },
    end() {
      clearInterval(timer);
      if (isInTail() && waiting.length > LOG_TAIL_BYTES) dropMiddle();
      flush(true);
    },
    abandon: () => clearInterval(timer),
    logBytes: () => end + (isInTail() ? Buffer.byteLength(waiting) : 0),
    isTruncated: () => truncated,
    isInTail,
  };
}
