/**
 * Splits output into bounded pieces for the run log. Pieces end at line ends where possible, so
 * that no secret is cut in two and missed. In a line that is longer than a piece, the length of the
 * longest secret is held back in case one has begun to arrive.
 */
import { cutText } from '@muster/contracts';
import type { Masker } from './mask-output.ts';

/** Longest time before a whole line can be read. */
const FLUSH_MS = 250;
const PIECE_MAX_BYTES = 8_192;
/** Stored output of one run; the rest is searched for usage and dropped. */
const LOG_MAX_BYTES = 1_048_576;
const CUT_NOTICE = '\n[The rest of the output was not kept]\n';

export interface LogPiece {
  /** Bytes before this piece. */
  readonly start: number;
  readonly text: string;
  /** The limit is reached: no piece follows. */
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
  /** Length of the log up to now. */
  storedBytes(): number;
  isFull(): boolean;
}

export function openLogPieces(
  { mask, longest }: Masker,
  store: (piece: LogPiece) => void,
  /** The log that another process has begun. */
  begun: { readonly logBytes: number; readonly isLogFull: boolean },
): LogPieces {
  let waiting = '';
  let storedBytes = begun.logBytes;
  let truncated = begun.isLogFull;
  const pass = (piece: string, isLast: boolean): void => {
    const room = LOG_MAX_BYTES - storedBytes;
    truncated = Buffer.byteLength(piece) > room;
    const text = truncated ? `${headOf(piece, room)}${CUT_NOTICE}` : piece;
    const start = storedBytes;
    storedBytes += Buffer.byteLength(text);
    store({ start, text, truncated, isLast: isLast || truncated });
  };
  /** Where the line can be cut: the text before it contains no secret and no part of one. */
  const cutInLine = (all: boolean): number => {
    if (!all && headOf(waiting, PIECE_MAX_BYTES).length === waiting.length) return 0;
    waiting = mask(waiting);
    const safe = all ? waiting.length : Math.max(0, waiting.length - Math.max(0, longest - 1));
    return headOf(waiting.slice(0, safe), PIECE_MAX_BYTES).length;
  };
  const flush = (all: boolean): void => {
    while (waiting !== '') {
      const lineEnd = headOf(waiting, PIECE_MAX_BYTES).lastIndexOf('\n') + 1;
      const end = lineEnd > 0 ? lineEnd : cutInLine(all);
      if (end === 0) return;
      const piece = mask(waiting.slice(0, end));
      waiting = waiting.slice(end);
      pass(piece, waiting === '');
      if (truncated) waiting = '';
    }
  };
  const timer = setInterval(() => flush(false), FLUSH_MS);
  return {
    add(text) {
      if (truncated) return;
      waiting += text;
      if (waiting.length >= PIECE_MAX_BYTES) flush(false);
    },
    end() {
      clearInterval(timer);
      flush(true);
    },
    abandon: () => clearInterval(timer),
    storedBytes: () => storedBytes,
    isFull: () => truncated,
  };
}

/** The longest beginning that fits in this number of bytes, in whole characters. */
function headOf(text: string, bytes: number): string {
  const rough = cutText(text, bytes);
  const head = Buffer.from(rough);
  if (head.length <= bytes) return rough;
  return new TextDecoder().decode(head.subarray(0, bytes), { stream: true });
}
