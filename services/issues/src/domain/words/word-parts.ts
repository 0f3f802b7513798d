/**
 * The words of a text, as searches find them. Accents and case are folded. A word of letters and
 * digits is divided where its case changes, so that `getUserName` has `get`, `user` and `name`, and
 * everything else separates words: slashes, dots, hyphens, underscores. Scripts without spaces give
 * each letter and each pair of neighbours. Texts and queries are read by this one function.
 */
import { isUnspaced } from '../spoken/word-boundaries.ts';

export interface WordPart {
  readonly lexeme: string;
  /** In its text, from 0; parts of one word and neighbouring words follow each other. */
  readonly at: number;
  /**
   * What it stands for: a part by itself, two neighbouring letters, one letter of a script without
   * spaces, or the rest of a divided word from this part on.
   */
  readonly kind: 'part' | 'pair' | 'letter' | 'rest';
}

/** Longest lexeme, in UTF-16 units; what is longer is found by its beginning. */
const LEXEME_MAX = 80;
/** Most parts of a divided word of which the rests are lexemes, too. */
const RESTS_MAX = 16;

/** Longest text that is read, without accents: one letter can stand for eighteen. */
const TEXT_MAX = 131_072;

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const CASE_CHANGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{N})(?=\p{Lu}\p{Ll})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Accents, points and vowel signs of scripts that are read without them as well. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]|\u0640/g;
/** Letters whose stroke or ligature no normalization takes apart. */
const OTHERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const OTHER = new RegExp(`[${Object.keys(OTHERS).join('')}]`, 'g');
// oxlint-disable-next-line no-control-regex -- the range is all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

const withoutMarks = (text: string): string =>
  ASCII.test(text)
    ? text
    : text.normalize('NFKD').replace(MARKS, '').slice(0, TEXT_MAX).normalize('NFC');

/** To upper case first, because some letters have two lower-case forms or become two letters. */
const folded = (word: string): string =>
  ASCII.test(word)
    ? word.toLowerCase()
    : word
        .toUpperCase()
        .toLowerCase()
        .replace(OTHER, (letter) => OTHERS[letter] ?? letter);

const cut = (word: string): string =>
  word.length <= LEXEME_MAX ? word : word.slice(0, LEXEME_MAX).replace(/[\ud800-\udbff]$/, '');

export function* wordParts(text: string): Generator<WordPart> {
  let at = 0;
  for (const [run] of withoutMarks(text).matchAll(RUN)) {
    for (const segment of segmentsOf(run)) {
      const parts = typeof segment === 'string' ? partsOfWord(segment, at) : pairsOf(segment, at);
      yield* parts.words;
      at = parts.end;
    }
  }
}

interface Parts {
  readonly words: readonly WordPart[];
  readonly end: number;
}

/** Words as they are, and the letters of each stretch of a script without spaces. */
function segmentsOf(run: string): (string | string[])[] {
  if (ASCII.test(run)) return [run];
  const segments: (string | string[])[] = [];
  for (const letter of run) {
    const last = segments.at(-1);
    if (isUnspaced(letter)) {
      if (Array.isArray(last)) last.push(letter);
      else segments.push([letter]);
    } else if (typeof last === 'string') segments[segments.length - 1] = last + letter;
    else segments.push(letter);
  }
  return segments;
}

function partsOfWord(word: string, at: number): Parts {
  const parts = word.split(CASE_CHANGE).map(folded);
  const words = parts.map((part, index): WordPart => ({
    lexeme: cut(part),
    at: at + index,
    kind: 'part',
  }));
  if (parts.length > 1 && parts.length <= RESTS_MAX) {
    for (let index = 0; index < parts.length - 1; index += 1) {
      words.push({ lexeme: cut(parts.slice(index).join('')), at: at + index, kind: 'rest' });
    }
  }
  return { words, end: at + parts.length };
}

function pairsOf(letters: readonly string[], at: number): Parts {
  const words = letters.flatMap((letter, index): WordPart[] => {
    const next = letters[index + 1];
    const one: WordPart = { lexeme: letter, at: at + index, kind: 'letter' };
    return next === undefined ? [one] : [one, { ...one, lexeme: letter + next, kind: 'pair' }];
  });
  return { words, end: at + letters.length };
}
