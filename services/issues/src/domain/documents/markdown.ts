/** Lines and headings of Markdown. */
import { cutText, DOCUMENT_TITLE_MAX } from '@muster/contracts';

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface LineRange {
  readonly fromLine: number;
  /** The last line; less than `fromLine` for none. */
  readonly toLine: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

/** A line break at the end begins no further line. */
export function linesOf(body: string): string[] {
  const lines = body.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** The headings that begin with `#`, but for what stands in fenced code. */
export function headingsOf(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/\r$/, '');
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && /^[ `~]*$/.test(line)) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const [, marks, text = ''] = HEADING.exec(line) ?? [];
      if (marks) headings.push({ level: marks.length, text: text.trim(), line: index + 1 });
    }
  }
  return headings;
}

/** The first heading that says something; without one, the key of the document. */
export const titleOf = (body: string, key: string): string =>
  cutText(
    headingsOf(linesOf(body)).find(({ text }) => text !== '')?.text ?? key,
    DOCUMENT_TITLE_MAX,
  );

/**
 * From the first heading of that text, in any case and with or without its marks, to the next one that
 * is not below it.
 */
export function sectionOf(lines: readonly string[], section: string): LineRange | undefined {
  const headings = headingsOf(lines);
  const wanted = textOf(section);
  const at = headings.findIndex(({ text }) => textOf(text) === wanted);
  const found = headings[at];
  if (!found) return undefined;
  const next = headings.slice(at + 1).find(({ level }) => level <= found.level);
  return { fromLine: found.line, toLine: next ? next.line - 1 : lines.length };
}

const textOf = (heading: string): string =>
  heading
    .trim()
    .replace(/^#{1,6}[ \t]+/, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** Lines from one on; none after the last. */
export const rangeOf = (lastLine: number, fromLine: number, lines: number): LineRange => ({
  fromLine,
  toLine: Math.max(fromLine - 1, Math.min(lastLine, fromLine + lines - 1)),
});

/** The lines as they are written, with the last line break where the range ends with the text. */
export function textOfRange(body: string, lines: readonly string[], range: LineRange): string {
  if (range.fromLine === 1 && range.toLine === lines.length) return body;
  return lines.slice(range.fromLine - 1, range.toLine).join('\n');
}
