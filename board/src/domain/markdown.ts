/**
 * Which texts are parsed as Markdown. The parser is not linear: nested markers of 16 KB hold a tab for half
 * a minute. So a look that is linear goes first, and what is deep or long shows as plain text.
 */
const LENGTH_MAX = 65_536;
const DEPTH_MAX = 50;
/** Brackets and emphasis that stay open make the parser look back. */
const DELIMITERS_MAX = 4_000;

export function isParsed(text: string): boolean {
  if (text.length > LENGTH_MAX) return false;
  let delimiters = 0;
  for (const line of text.split('\n')) {
    if (depthOf(line) > DEPTH_MAX) return false;
    delimiters += countOf(line);
    if (delimiters > DELIMITERS_MAX) return false;
  }
  return true;
}

/** Quotes, list markers and indentation at the begin of a line, each of which nests. */
function depthOf(line: string): number {
  let depth = 0;
  let spaces = 0;
  for (const char of line) {
    if (char === ' ' || char === '\t') spaces += char === '\t' ? 4 : 1;
    else if ('>-+*0123456789.)'.includes(char)) depth += 1;
    else break;
  }
  // A rule or a long number is one line of marks, without spaces between them.
  return spaces < 2
    ? Math.min(depth, (line.match(/^>+/)?.[0].length ?? 0) + 1)
    : depth + spaces / 2;
}

const countOf = (line: string): number => {
  let count = 0;
  for (const char of line) if ('[]*_~`<|!'.includes(char)) count += 1;
  return count;
};

/** Addresses that a text may lead to: the web, mail, and pages of this installation but its doors. */
export function safeAddress(address: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)/i.test(address)) return address;
  const isOwnPage =
    /^\/(?![/\\])/.test(address) && !/^\/(?:api|enter|join|mcp)(?:[/?#]|$)/i.test(address);
  return isOwnPage && !/[\\\p{Cc}]|\.\./u.test(address) ? address : undefined;
}

export const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host || undefined : undefined;

/** The words of a short Markdown text without its marks, for a line in which it is not rendered. */
export const wordsOf = (text: string): string =>
  text
    .replaceAll(/\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*\*|__|[`|]/g, ' ')
    .replaceAll(/(?<=^|\s)(?::?-{2,}:?|#{1,6}|>)(?=\s|$)/g, ' ')
    .replaceAll(/\s+([.,;:!?]\s)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
