/** The words of a text in the form in which Postgres takes them: a tsvector. */
import { wordParts } from './word-parts.ts';

/** Where a word stands in an issue: A its title, B its identifier, C its description, D a comment. */
export type WordWeight = 'A' | 'C' | 'D';

export interface WordVector {
  /** Input of the type tsvector. */
  readonly words: string;
  readonly distinct: number;
  /** Positions that it takes of those that a document has. */
  readonly positions: number;
}

/**
 * Positions of one text. A tsvector has 16,383: with more, it would take all further words for
 * neighbours of none. Words of a longer text begin again at the first position, so that the
 * neighbours of each are still beside it.
 */
export const TEXT_POSITIONS = 4_000;
/** Positions of a word that a tsvector keeps. */
const POSITIONS_MAX = 255;
/** Bytes of the words of one text: a tsvector has 1 MB, for those of an issue and its comments. */
const BYTES_MAX = 250_000;
/** Bytes of a word beside its letters, and of each of its positions. */
const WORD_BYTES = 8;
const POSITION_BYTES = 2;

export function wordVector(text: string, weight: WordWeight): WordVector {
  const found = new Map<string, Set<number>>();
  let bytes = 0;
  let last = 0;
  for (const { lexeme, at } of wordParts(text)) {
    const position = 1 + (at % TEXT_POSITIONS);
    last = Math.max(last, position);
    let positions = found.get(lexeme);
    if (!positions) {
      bytes += WORD_BYTES + Buffer.byteLength(lexeme);
      if (bytes > BYTES_MAX) break;
      found.set(lexeme, (positions = new Set()));
    }
    if (positions.size < POSITIONS_MAX && !positions.has(position)) {
      positions.add(position);
      bytes += POSITION_BYTES;
    }
  }
  const words = [...found].map(
    ([lexeme, positions]) => `'${lexeme}':${[...positions].join(`${weight},`)}${weight}`,
  );
  return { words: words.join(' '), distinct: found.size, positions: last };
}
