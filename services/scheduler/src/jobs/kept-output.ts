/**
 * Output in bounded pieces. Pieces end at line ends where they can, so that a secret is not cut in
 * two and missed. In a line that is longer than a piece, as much is held back as a secret that has
 * begun to arrive may be long.
 */

import type { Cleaner } from './clean-output.ts';

/** Longest time that a whole line waits to be readable. */
const FLUSH_MS = 250;
const PIECE_MAX_BYTES = 8_192;
/** Output of one run that is kept; the rest is read for usage and dropped. */
const LOG_MAX_BYTES = 1_048_576;
const CUT_NOTICE = '\n[The rest of the output was not kept]\n';

export interface KeptPiece {
  /** Bytes before this piece. */
  readonly start: number;
  readonly text: string;
  /** Nothing follows because the limit is reached. */
  readonly truncated: boolean;
}

export interface KeptOutput {
  add(text: string): void;
  /** Hands out what is left. */
  end(): void;
}

export function keepOutput(
  { clean, longest }: Cleaner,
  keep: (piece: KeptPiece) => void,
): KeptOutput {
  let waiting = '';
  let kept = 0;
  let truncated = false;
  const emit = (piece: string): void => {
    const room = LOG_MAX_BYTES - kept;
    truncated = Buffer.byteLength(piece) > room;
    const text = truncated ? `${headOf(piece, room)}${CUT_NOTICE}` : piece;
    keep({ start: kept, text, truncated });
    kept += Buffer.byteLength(text);
  };
  /** Where the line may be cut: what is there has no secret in it, and none that has begun. */
  const cutInLine = (all: boolean): number => {
    if (!all && headOf(waiting, PIECE_MAX_BYTES).length === waiting.length) return 0;
    waiting = clean(waiting);
    const safe = all ? waiting.length : Math.max(0, waiting.length - Math.max(0, longest - 1));
    return headOf(waiting.slice(0, safe), PIECE_MAX_BYTES).length;
  };
  const flush = (all: boolean): void => {
    while (waiting !== '') {
      const lineEnd = headOf(waiting, PIECE_MAX_BYTES).lastIndexOf('\n') + 1;
      const end = lineEnd > 0 ? lineEnd : cutInLine(all);
      if (end === 0) return;
      emit(clean(waiting.slice(0, end)));
      waiting = truncated ? '' : waiting.slice(end);
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
  };
}

/** As much of the beginning as fits in so many bytes, without half a character. */
function headOf(text: string, bytes: number): string {
  const rough = text.slice(0, bytes).replace(/[\uD800-\uDBFF]$/, '');
  const head = Buffer.from(rough);
  if (head.length <= bytes) return rough;
  return new TextDecoder().decode(head.subarray(0, bytes), { stream: true });
}
