/**
 * Typed text as a query of words that never fails: words, quoted phrases, `or` and `-`. All words
 * must match, and the parts of one word must stand side by side.
 */
import { wordParts, type WordPart } from './word-parts.ts';

export interface WordQuery {
  /** Input of the type tsquery; empty without words. */
  readonly whole: string;
  /** The same with the last word as a beginning of words, unless the typed text closes it. */
  readonly begun: string;
  /** Whether the index of words can look for that beginning without reading a great part of it. */
  readonly isSelective: boolean;
}

interface Term {
  readonly text: string;
  readonly isNegated: boolean;
  readonly isPhrase: boolean;
  /** Ends where it was typed to end. */
  readonly isClosed: boolean;
}

/** Least bytes of a beginning of words that is looked for in the index. */
const SELECTIVE_BYTES = 3;
/** A phrase, closed or not, or a word; each with a sign before it. */
const TERM = /(-[\s"-]*-|-)?(?:"([^"]*)("?)|([^\s"]+))/g;

export function wordQuery(q: string): WordQuery {
  const groups = groupsOf(q);
  const last = groups.at(-1)?.at(-1);
  const lastLexeme = last && [...wordParts(last.text)].findLast(({ kind }) => kind !== 'rest');
  const isOpen = last !== undefined && !last.isClosed;
  const render = (isBegun: boolean): string =>
    groups
      .map((terms) => terms.map((term) => textOf(term, isBegun && term === last)).join(' & '))
      .join(' | ');
  return {
    whole: render(false),
    begun: render(isOpen),
    isSelective: !isOpen || lastLexeme === undefined || isSelective(lastLexeme),
  };
}

/** Letters of scripts without spaces are no beginnings: their neighbours are words already. */
const isSelective = ({ lexeme, kind }: WordPart): boolean =>
  kind !== 'part' || (Buffer.byteLength(lexeme) >= SELECTIVE_BYTES && !/^\p{N}/u.test(lexeme));

/** Terms that must all match, in groups of which one must. */
function groupsOf(q: string): Term[][] {
  const all = [...q.matchAll(TERM)].map(termOf);
  const words = all.filter((term) => hasWords(term.text));
  if (words.every(isOr)) return words.length > 0 ? [words.slice(0, 1)] : [];
  const groups: Term[][] = [[]];
  for (const term of words) {
    if (isOr(term)) groups.push([]);
    else groups.at(-1)?.push(term);
  }
  return groups.filter((terms) => terms.length > 0);
}

const hasWords = (text: string): boolean => !wordParts(text).next().done;
const isOr = ({ text, isPhrase, isNegated }: Term): boolean =>
  !isPhrase && !isNegated && text.toLowerCase() === 'or';

/** An option of a command, such as `--dry-run`, is looked for. */
const OPTION = /^-{2,}$/;

const termOf = ([, minus, phrase, quote, word = '']: RegExpExecArray): Term => ({
  text: phrase ?? word,
  isNegated: minus !== undefined && !OPTION.test(minus),
  isPhrase: phrase !== undefined,
  isClosed: quote === '"',
});

function textOf({ text, isNegated }: Term, isBegun: boolean): string {
  const end = isBegun ? ':*' : '';
  const parts = [...wordParts(text)];
  const ways = [...new Set([phraseOf(parts, end), ...otherWays(text, parts, end)])];
  const either = ways.length > 1 ? `(${ways.join(' | ')})` : (ways[0] ?? '');
  return isNegated ? `!${either}` : either;
}

/** Of a script without spaces the pairs, and a letter that has no neighbour. */
function phraseOf(parts: readonly WordPart[], end: string): string {
  const paired = new Set(parts.flatMap(({ kind, at }) => (kind === 'pair' ? [at, at + 1] : [])));
  const wanted = parts.filter(
    ({ kind, at }) => kind === 'part' || kind === 'pair' || (kind === 'letter' && !paired.has(at)),
  );
  const texts = wanted.map(({ lexeme, at, kind }, index) => {
    const before = wanted[index - 1];
    const isLast = index === wanted.length - 1;
    const own = `'${lexeme}'${isLast && kind === 'part' ? end : ''}`;
    return before ? ` <${at - before.at}> ${own}` : own;
  });
  return texts.length > 1 ? `(${texts.join('')})` : texts.join('');
}

/**
 * One word in one piece: it may be written without a change of case, and the release before made one
 * word of a path, of an address and of a text without spaces, and a number with a minus of the end
 * of an identifier.
 */
function otherWays(text: string, parts: readonly WordPart[], end: string): string[] {
  if (/\s/.test(text)) return [];
  const typed = text.toLowerCase().replace(/^[^\p{L}\p{N}/]+|[^\p{L}\p{N}]+$/gu, '');
  const ways = new Set<string>();
  const [first] = parts;
  if (first && typed !== '') {
    if (typed !== first.lexeme) ways.add(`'${typed.replace(/['\\]/g, '$&$&')}'${end}`);
    const identifier = /^([a-z][a-z0-9]*)-(\d+)$/.exec(typed);
    if (identifier) ways.add(`('${identifier[1]}' <-> '-${identifier[2]}'${end})`);
  }
  return [...ways];
}
