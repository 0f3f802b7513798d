/**
 * A small scanner for TypeScript: it knows comments, strings, templates and regular expressions,
 * and nothing else. Rules that look for words in code must not be fooled by the same words in a
 * string or a comment, and this is all that takes; a parser would be ten times the work of a test.
 * Both results have the length and the line breaks of the input, so an offset means the same place.
 */
export interface Scan {
  /** Comments and the insides of strings are blank. */
  readonly code: string;
  /** Only comments are blank. */
  readonly uncommented: string;
}

interface Span {
  readonly kind: 'comment' | 'string';
  readonly from: number;
  readonly to: number;
}

const valueBefore = /[\w$)\]}'"`]$/;
const keywordBefore = /\b(?:return|typeof|case|in|of|do|else|void|await|yield|throw)$/;

export function scan(text: string): Scan {
  const spans = findSpans(text);
  const comments = spans.filter((span) => span.kind === 'comment');
  return { code: blank(text, spans), uncommented: blank(text, comments) };
}

function blank(text: string, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { from, to } of spans) {
    result += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    at = to;
  }
  return result + text.slice(at);
}

function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  // Brace depth at which each open template continues; the innermost is last.
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const string = (from: number, to: number): void => {
    spans.push({ kind: 'string', from, to });
    at = to + 1;
  };
  const template = (from: number): void => {
    const to = endOfTemplatePart(text, from);
    if (text[to] === '$') templates.push(depth++);
    string(from, to);
    if (text[to] === '$') at = to + 2;
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    const pair = text.slice(at, at + 2);
    if (pair === '//' || pair === '/*') {
      const to = endOfComment(text, at);
      spans.push({ kind: 'comment', from: at, to });
      at = to;
    } else if (char === "'" || char === '"') string(at + 1, endOfQuoted(text, at + 1, char));
    else if (char === '`') template(at + 1);
    else if (char === '/' && startsRegExp(text, at)) string(at + 1, endOfRegExp(text, at + 1));
    else if (char === '}' && templates.at(-1) === depth - 1) {
      depth = templates.pop() ?? 0;
      template(at + 1);
    } else {
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      at += 1;
    }
  }
  return spans;
}

function endOfComment(text: string, from: number): number {
  const isLine = text[from + 1] === '/';
  const end = text.indexOf(isLine ? '\n' : '*/', from + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
}

function endOfQuoted(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return text.length;
}

/** The offset of the closing back-tick, or of the dollar of the next `${`. */
function endOfTemplatePart(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`' || text.startsWith('${', at)) return at;
  }
  return text.length;
}

/** A slash divides when a value stands before it, and opens an expression otherwise. */
function startsRegExp(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return keywordBefore.test(before) || !valueBefore.test(before);
}

function endOfRegExp(text: string, from: number): number {
  let inClass = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if ((char === '/' && !inClass) || char === '\n') return at;
  }
  return text.length;
}
