/**
 * Blanks what a paragraph of markdown does not say: code spans, comments and tags of HTML, elements
 * of HTML that show code, escaped signs, and the addresses of links. They are read from left to right,
 * and each character at most a bounded number of times, so the time is linear in the text.
 */

/** Elements whose text is code, or is not shown. */
export const CODE_ELEMENTS = 'pre|code|kbd|samp|tt|var|script|style|textarea';

/** Longest value of an attribute and of an address, so that an unclosed one is given up early. */
const TAG =
  /<\/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]{0,500}"|'[^']{0,500}'|[^\s"'=<>`]{1,500}))?){0,50}\s*\/?>/iy;
const DESTINATION =
  /\]\(\s{0,9}(?:<[^<>\n]{0,2000}>|[^\s()<]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500})?)(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s{0,9}\)/y;
const CODE_TAG = new RegExp(`^<(${CODE_ELEMENTS})[\\s>]`, 'i');
/** What HTML hides beside comments: CDATA, declarations, and instructions for a processor. */
const UNSEEN = [
  { open: /<!\[CDATA\[/y, close: ']]>' },
  { open: /<![a-z]/iy, close: '>' },
  { open: /<\?/y, close: '?>' },
];
/** Stays for whoever tells quotes apart. */
const QUOTE_TAG = /^<\/?blockquote[\s>]/i;

/** What may begin something that is blanked; an escaped sign begins nothing. */
const SIGN = /\\[\s\S]|`+|<|\]\(/g;

/** Replaces every character by a space, so that positions stay the same. */
export const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

export function blankInline(paragraph: string): string {
  if (!/[\\`<\]]/.test(paragraph)) return paragraph;
  const closers = closersIn(paragraph);
  let blanked = '';
  let from = 0;
  SIGN.lastIndex = 0;
  for (let sign = SIGN.exec(paragraph); sign; sign = SIGN.exec(paragraph)) {
    const at = sign.index;
    const end = endOf(paragraph, sign[0], at, closers);
    if (end === undefined) continue;
    blanked += paragraph.slice(from, at) + blank(paragraph.slice(at, end));
    from = end;
    SIGN.lastIndex = end;
  }
  return blanked + paragraph.slice(from);
}

/** Where the blanked text that begins with this sign ends; undefined if the sign says itself. */
function endOf(text: string, sign: string, at: number, closers: Closers): number | undefined {
  // Only an escaped @ is hidden: every other escaped sign is what it is.
  if (sign.startsWith('\\')) return /[@＠﹫]/.test(sign) ? at + sign.length : undefined;
  if (sign.startsWith('`')) return closers.ofTicks(at, sign.length);
  if (sign === '](') return sticky(DESTINATION, text, at);
  if (text.startsWith('<!--', at)) return closers.ofComment(at);
  const unseen = UNSEEN.find(({ open }) => sticky(open, text, at) !== undefined);
  if (unseen) return closers.ofMark(unseen.close, at);
  const begun = text.slice(at, at + 13);
  if (QUOTE_TAG.test(begun)) return undefined;
  const element = CODE_TAG.exec(begun)?.[1];
  const end = element === undefined ? undefined : closers.ofElement(element, at);
  return end ?? sticky(TAG, text, at);
}

function sticky(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

interface Closers {
  readonly ofTicks: (at: number, length: number) => number | undefined;
  readonly ofComment: (at: number) => number | undefined;
  readonly ofMark: (mark: string, at: number) => number | undefined;
  readonly ofElement: (element: string, at: number) => number | undefined;
}

/** Where things end. A search that found nothing is not made again. */
function closersIn(text: string): Closers {
  // Keeps positions, which `toLowerCase` of all letters would not.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const missing = new Set<string>();
  const after = (mark: string, at: number): number | undefined => {
    if (missing.has(mark)) return undefined;
    const found = lower.indexOf(mark, at);
    if (found !== -1) return found;
    missing.add(mark);
    return undefined;
  };
  let runs: Map<number, number[]> | undefined;
  return {
    ofTicks: (at, length) => {
      runs ??= runsOfTicks(text);
      // From the last to the first, so that those that have been passed are dropped.
      const starts = runs.get(length) ?? [];
      while ((starts.at(-1) ?? Infinity) < at + length) starts.pop();
      const close = starts.at(-1);
      return close === undefined ? undefined : close + length;
    },
    ofComment: (at) => {
      // `<!-->` and `<!--->` are comments, too.
      const close = after('-->', at + 2);
      return close === undefined ? undefined : close + 3;
    },
    ofMark: (mark, at) => {
      const close = after(mark, at + 2);
      return close === undefined ? undefined : close + mark.length;
    },
    ofElement: (element, at) => {
      const close = after(`</${element.toLowerCase()}`, at);
      return close === undefined ? undefined : (after('>', close) ?? text.length - 1) + 1;
    },
  };
}

/** Length of a run of back-ticks → where those of this length begin, from the last to the first. */
function runsOfTicks(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: marks, index } of [...text.matchAll(/`+/g)].toReversed()) {
    const starts = runs.get(marks.length);
    if (starts) starts.push(index);
    else runs.set(marks.length, [index]);
  }
  return runs;
}
