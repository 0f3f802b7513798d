import type { RunLog } from './run-log.ts';

/** Bytes of the log, from the first of a line up to behind its last. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Where a line of the text is in the log; lines count from 0. Undefined where the text has no such line. */
export function placeOfLine(
  { start, text }: Pick<RunLog, 'start' | 'text'>,
  line: number,
): Place | undefined {
  let at = 0;
  for (let before = 0; before < line; before += 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return undefined;
  }
  const end = text.indexOf('\n', at);
  const from = start + bytesOf(text.slice(0, at));
  const length = bytesOf(text.slice(at, end === -1 ? undefined : end));
  return length === 0 ? undefined : { from, to: from + length };
}
