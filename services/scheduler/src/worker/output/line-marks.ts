/**
 * Which stream wrote a line of the log, and when it began to arrive. A mark is made where the stream or the
 * second changes, by the number of the line in its piece, so that masking moves none.
 */
import type { OutputStream } from '@muster/runner-protocol';
import { linesIn, type LineMark } from '../../domain/log-slice.ts';
import type { Cut, TailCut } from './cut-output.ts';

/** Marks of a piece; a program that changes its stream with each short line gets no more. */
const MARKS_MAX = 100;
const SECOND_MS = 1_000;

export interface LineMarks {
  add(text: string, stream: OutputStream): void;
  /** The marks of a piece, which begins where the last one has ended; undefined where nobody knows them. */
  take(cut: Cut): readonly LineMark[] | undefined;
  /** Lines that are not kept. */
  drop(cut: TailCut): void;
}

export function openLineMarks(now: () => number = Date.now): LineMarks {
  let marks: LineMark[] = [];
  /** Of the line in which the last piece has ended, or of the lines before. */
  let before: LineMark = [0];
  /** The line that waits for its end, and whether it has begun. */
  let line = 0;
  let isBegun = false;
  const drop = (lines: number): void => {
    before = marks.findLast(([at]) => at <= lines) ?? before;
    marks = marks.flatMap(([at, ...rest]) => (at < lines ? [] : [[at - lines, ...rest]]));
    line -= lines;
  };
  /** Nobody knows which of so many lines that wait is which. */
  const lose = (lines: number): void => {
    marks = [[0]];
    before = [0];
    line = lines;
  };
  return {
    add(text, stream) {
      if (text === '') return;
      const first = isBegun ? line + 1 : line;
      const lines = linesIn(text);
      const endsInLine = !text.endsWith('\n');
      const begins = !isBegun || lines > 1 || (lines === 1 && endsInLine);
      const next: LineMark = [first, now(), stream === 'stderr' ? 1 : 0];
      if (begins && !isLike(marks.at(-1) ?? before, next)) marks.push(next);
      line += lines;
      isBegun = endsInLine;
    },
    take({ piece, rest, lines, loses }) {
      const endsInLine = !piece.endsWith('\n');
      const [, ...known] = before;
      const taken = marks.filter(([at]) => at < lines || (endsInLine && at === lines));
      const all = taken[0]?.[0] === 0 ? taken : [[0, ...known] satisfies LineMark, ...taken];
      drop(lines);
      if (loses === 'all') lose(linesIn(rest));
      if (loses) return undefined;
      const last = all[MARKS_MAX];
      return last ? [...all.slice(0, MARKS_MAX), [last[0]]] : all;
    },
    drop({ dropped, kept, losesLines }) {
      if (losesLines) lose(linesIn(kept));
      else drop(linesIn(dropped));
    },
  };
}

const isLike = ([, at, stream]: LineMark, [, now = 0, next]: LineMark): boolean =>
  at !== undefined && stream === next && Math.floor(at / SECOND_MS) === Math.floor(now / SECOND_MS);
