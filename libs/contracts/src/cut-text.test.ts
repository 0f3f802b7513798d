import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['a text that is short enough', 'ab😀', 4, 'ab😀'],
    ['a longer text', 'abc', 2, 'ab'],
    ['a limit between two characters', '😀😀', 2, '😀'],
    ['a limit within a surrogate pair', 'ab😀', 3, 'ab'],
    ['a limit within the only character', '😀', 1, ''],
    ['an empty text', '', 2, ''],
  ])('keeps whole characters of %s', (_, text, maxChars, kept) => {
    expect(cutText(text, maxChars)).toBe(kept);
  });
});
