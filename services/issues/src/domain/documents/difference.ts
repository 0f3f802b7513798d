/** The difference between two texts, unified. */
import { DOCUMENT_DIFF_MAX } from '@muster/contracts';
import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { linesOf } from './markdown.ts';

export interface Difference {
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  readonly truncated: boolean;
}

const CONTEXT_LINES = 3;
/** Lines in which the texts may differ for the shortest difference to be sought: it takes their square. */
const EDITS_MAX = 300;
/** Of very long lines alike, which are compared as texts. Other requests wait meanwhile. */
const SEARCH_MAX_MS = 25;

export function differenceOf(before: string, after: string): Difference {
  if (before === after) return { diff: '', added: 0, removed: 0, truncated: false };
  const found = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: EDITS_MAX,
    timeout: SEARCH_MAX_MS,
  });
  const hunks = found?.hunks ?? [replaced(linesOf(before), linesOf(after))];
  const countOf = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  const whole = hunks.map(textOf).join('');
  const truncated = whole.length > DOCUMENT_DIFF_MAX;
  return {
    diff: truncated ? cutAtLine(whole) : whole,
    added: countOf('+'),
    removed: countOf('-'),
    truncated,
  };
}

/** Texts that have too little in common: all between their equal beginnings and ends is another. */
function replaced(before: readonly string[], after: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const context = before.slice(Math.max(0, head - CONTEXT_LINES), head);
  const rest = before.slice(before.length - tail, before.length - tail + CONTEXT_LINES);
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const start = head - context.length + 1;
  const common = context.length + rest.length;
  return {
    oldStart: start,
    newStart: start,
    oldLines: removed.length + common,
    newLines: added.length + common,
    lines: [
      ...context.map((line) => ` ${line}`),
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      ...rest.map((line) => ` ${line}`),
    ],
  };
}

const textOf = ({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string =>
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}\n`;

/** After the last whole line; of one line that is longer the beginning. */
function cutAtLine(text: string): string {
  const beginning = text.slice(0, DOCUMENT_DIFF_MAX).replace(/[\ud800-\udbff]$/, '');
  const end = beginning.lastIndexOf('\n');
  return end > beginning.length / 2 ? beginning.slice(0, end + 1) : beginning;
}
