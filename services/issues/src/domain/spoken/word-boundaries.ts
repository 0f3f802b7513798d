/** Where words begin and end, also in scripts that put no spaces between them. */

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Hangul has spaces, but writes particles and titles to the end of a name. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}\p{scx=Lana}\p{scx=Tavt}\p{scx=Tale}\p{scx=Talu}]/u;
const MARK = /\p{M}/u;

export const isWord = (character: string): boolean => WORD.test(character);

/** Whether it is a letter of a script without spaces. */
export const isUnspaced = (character: string): boolean =>
  WORD.test(character) && UNSPACED.test(character);

/** Whether a word ends between two characters; a mark belongs to the letter before it. */
export const isBoundary = (before: string, next: string): boolean =>
  !WORD.test(next) || (!MARK.test(next) && (isUnspaced(before) || isUnspaced(next)));

/** The character before a position, which may be a surrogate pair. */
export function characterBefore(text: string, at: number): string {
  const [low, high] = [text.charCodeAt(at - 1), text.charCodeAt(at - 2)];
  const isPair = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

export const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';
