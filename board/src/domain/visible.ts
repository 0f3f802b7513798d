/**
 * Text of others as it is: characters that cannot be seen, or that turn others around, are written out, so
 * that a name cannot pretend to be another. Emoji keep the joiners that they are made of.
 */
const shapeless =
  /(?![\n\t])[\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/u;
const looseJoiner = /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D/u;
/** A model reads tags and selectors as letters. Those of a flag and of an emoji are part of it. */
const looseSelector = /(?<!\p{Emoji})[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/u;
const looseTag = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0000}-\u{E007F}]/u;
const hidden = new RegExp(
  [shapeless, looseJoiner, looseSelector, looseTag].map(({ source }) => source).join('|'),
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
