/**
 * Text of others as it is: characters that cannot be seen, or that turn others around, are written out, so
 * that a name cannot pretend to be another. They are those of the contracts, which a page does not carry.
 */
const shapeless =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/u;
const looseJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?|[\p{M}\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}\p{sc=Sinh}])\u200D/u;
const looseNonJoiner =
  /(?<![\p{M}\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}\p{sc=Sinh}])\u200C/u;
const looseSelector = /(?<!\p{Emoji})[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/u;
const looseTag = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0000}-\u{E007F}]/u;
export const hidden = new RegExp(
  [shapeless, looseJoiner, looseNonJoiner, looseSelector, looseTag]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

export const visible = (text: string): string =>
  text.replace(
    hidden,
    (found) => `⟨${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** A title is one line. */
export const oneLine = (text: string): string => {
  const lines = text.includes('\n') ? text.split('\n').map((line) => line.trim()) : [text];
  return visible(lines.filter((line) => line !== '').join(' '));
};
