/**
 * Which parts of a markdown text are code, as CommonMark sees it: fenced blocks with back-ticks
 * or tildes (an unclosed one runs to the end), indented blocks, and spans between equal runs of
 * back-ticks in one paragraph. Every line is looked at once and every run of back-ticks twice, so
 * the time is linear in the text, whatever is in it.
 */

/** Markers of quotes and list items that may stand before a line's own content. */
const CONTAINER = /^(?: {0,3}(?:>|[-+*](?= |$)|\d{1,9}[.)](?= |$)) ?)*/;
const LIST_ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/;
const FENCE = /^ *(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const INDENTED = /^(?: {4}| {0,3}\t)/;
/** Spaces before a fence; with more it is indented code. */
const FENCE_INDENT_MAX = 3;
/** The content of a list item stands at least this far in. */
const LIST_INDENT_MIN = 2;

interface Fence {
  readonly marks: string;
  /** It stands in a quote, and ends where the quote ends. */
  readonly quoted: boolean;
  /** It stands in a list item, and ends where a line is no part of the item. */
  readonly listed: boolean;
}

/** The text with every character of code replaced by a space; as long as the text itself. */
export function blankCode(text: string): string {
  const blocks: string[] = [];
  let paragraph: string[] = [];
  let fence: Fence | undefined;
  let inList = false;
  const put = (line: string): void => {
    if (paragraph.length > 0) blocks.push(blankSpans(paragraph.join('\n')));
    paragraph = [];
    blocks.push(line);
  };
  const read = (line: string): void => {
    fence = fenceOf(line, inList);
    if (fence) {
      inList &&= fence.listed;
      put(blank(line));
    } else if (line.trim() === '') {
      put(line);
    } else if (!inList && paragraph.length === 0 && INDENTED.test(line)) {
      put(blank(line));
    } else if (HEADING.test(line)) {
      put(blankSpans(line));
    } else {
      const isItem = LIST_ITEM.test(line);
      if (isItem || (paragraph.length === 0 && !/^\s/.test(line))) inList = isItem;
      if (isItem && paragraph.length > 0) blocks.push(blankSpans(paragraph.splice(0).join('\n')));
      paragraph.push(line);
    }
  };
  for (const line of text.split('\n')) {
    if (fence === undefined || leaves(line, fence)) read(line);
    else {
      if (closes(line, fence)) fence = undefined;
      put(blank(line));
    }
  }
  if (paragraph.length > 0) blocks.push(blankSpans(paragraph.join('\n')));
  return blocks.join('\n');
}

const blank = (code: string): string => code.replace(/[^\n]/g, ' ');

/** The fence that a line opens. */
function fenceOf(line: string, inList: boolean): Fence | undefined {
  const container = CONTAINER.exec(line)?.[0] ?? '';
  const content = line.slice(container.length);
  const [, marks = '', tail = ''] = FENCE.exec(content) ?? [];
  // A run of back-ticks with more of them after it on the line is a span.
  if (marks === '' || (marks.startsWith('`') && tail.includes('`'))) return undefined;
  const indent = content.length - content.trimStart().length;
  const listed = /[-+*.)]/.test(container) || (inList && indent >= LIST_INDENT_MIN);
  if (!listed && indent > FENCE_INDENT_MAX) return undefined;
  return { marks, quoted: container.includes('>'), listed };
}

const leaves = (line: string, { quoted, listed }: Fence): boolean =>
  (quoted && !/^ {0,3}>/.test(line)) || (listed && /^\S/.test(line));

/** A fence is closed by a line of the same marks, at least as many, and nothing else. */
function closes(line: string, { marks }: Fence): boolean {
  const content = line.replace(/^[\s>]*/, '').trimEnd();
  return content.length >= marks.length && content[0] === marks[0] && /^(?:`+|~+)$/.test(content);
}

interface Run {
  readonly at: number;
  readonly length: number;
}

/** Blanks what stands between a run of back-ticks and the next run of the same length. */
function blankSpans(paragraph: string): string {
  const runs: Run[] = [...paragraph.matchAll(/`+/g)].map(({ index, 0: marks }) => ({
    at: index, length: marks.length,
  }));
  if (runs.length === 0) return paragraph;
  const closers = closersOf(runs);
  let shown = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index] as Run;
    // An escaped back-tick opens nothing; those that follow it are a shorter run.
    const isEscaped = paragraph[open.at - 1] === '\\';
    const closer = isEscaped ? undefined : closers[index];
    if (closer === undefined) continue;
    const close = runs[closer] as Run;
    const end = close.at + close.length;
    shown += paragraph.slice(from, open.at) + blank(paragraph.slice(open.at, end));
    from = end;
    index = closer;
  }
  return shown + paragraph.slice(from);
}

/** For each run the index of the next one that is as long. */
function closersOf(runs: readonly Run[]): (number | undefined)[] {
  const nextOfLength = new Map<number, number>();
  const closers: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { length } = runs[index] as Run;
    closers[index] = nextOfLength.get(length);
    nextOfLength.set(length, index);
  }
  return closers;
}
