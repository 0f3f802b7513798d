/**
 * Tells the underscores of emphasis from those of words: `_@Ann_` emphasizes Ann, and `@Ann_` is
 * another word than her name. No other mark of emphasis is a letter of a word.
 */
import { characterAt, characterBefore, isUnspaced, isWord } from './word-boundaries.ts';

/** Escaped signs are no marks. */
const UNDERSCORES = /\\[\s\S]|_+/g;

interface Marks {
  /** Behind the last underscore that has no counterpart yet. */
  readonly end: number;
  readonly length: number;
}

/** Replaces the underscores of emphasis by asterisks, so that positions stay the same. */
export function plainEmphasis(paragraph: string): string {
  if (!paragraph.includes('_')) return paragraph;
  const pairs: Marks[] = [];
  const open: Marks[] = [];
  for (const { 0: run, index } of paragraph.matchAll(UNDERSCORES)) {
    if (run.startsWith('\\')) continue;
    const end = index + run.length;
    const [before, next] = [characterBefore(paragraph, index), characterAt(paragraph, end)];
    let at = index;
    while (at < end && open.length > 0 && isEdge(next) && !isSpace(before)) {
      const last = open.pop() as Marks;
      const length = Math.min(last.length, end - at);
      at += length;
      pairs.push({ end: last.end, length }, { end: at, length });
      if (last.length > length) open.push({ end: last.end - length, length: last.length - length });
    }
    if (at < end && isEdge(before) && !isSpace(next)) open.push({ end, length: end - at });
  }
  return withAsterisks(paragraph, pairs);
}

/** Whether emphasis may begin behind the character, or end before it. */
const isEdge = (character: string): boolean => !isWord(character) || isUnspaced(character);
const isSpace = (character: string): boolean => character.trim() === '';

function withAsterisks(paragraph: string, pairs: readonly Marks[]): string {
  let plain = '';
  let from = 0;
  for (const { end, length } of pairs.toSorted((one, other) => one.end - other.end)) {
    plain += paragraph.slice(from, end - length) + '*'.repeat(length);
    from = end;
  }
  return plain + paragraph.slice(from);
}
