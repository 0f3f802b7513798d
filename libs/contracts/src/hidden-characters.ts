/**
 * Characters that a person cannot see, or that turn others around, while a model reads them as letters: controls but
 * line ends and tabs, marks of direction, spaces without width, letters without a shape, selectors and tags that belong
 * to no emoji. Emoji keep the joiners, selectors and tags that they are made of, and scripts whose letters join keep
 * their joiners.
 */
const shapeless =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/u;
const looseJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?|[\p{M}\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}\p{sc=Sinh}])\u200D/u;
const looseNonJoiner =
  /(?<![\p{M}\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}\p{sc=Sinh}])\u200C/u;
const looseSelector = /(?<!\p{Emoji})[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/u;
const looseTag = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0000}-\u{E007F}]/u;
const hidden = new RegExp(
  [shapeless, looseJoiner, looseNonJoiner, looseSelector, looseTag]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** The pattern, for programs that read texts without this library. */
export const hiddenPattern = hidden.source;

/** Writes out what is hidden: `write` gets the character. */
const writeOut = (text: string, write: (character: string) => string): string =>
  text.replace(hidden, write);

/** For a person that decides by the text: `a\u{202e}b`. */
export const visible = (text: string): string =>
  writeOut(text, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);

/** For JSON that a model reads as text: the escapes stand for the same characters when it is parsed. */
export const escapedInJson = (json: string): string =>
  writeOut(json, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Whether each character of a name is seen: two names that look alike would be two things. */
export const isSeenWhole = (name: string): boolean =>
  name.search(hidden) === -1 && !/[\n\t]/.test(name);

/** Joiners that a script needs, and nothing else that is not seen, make no other name. */
export const withoutJoiners = (name: string): string => name.replaceAll(/[\u200C\u200D]/g, '');
