import { describe, expect, it } from 'vitest';
import { maskPiece, redactLines, repeatsLines } from './redacted-log.ts';

const pieces = [
  { start: 0, text: 'one\nthe key is ' },
  { start: 15, text: 'hünter\ntwo\n' },
  { start: 900, text: 'end\nlast' },
];

describe('redactLines', () => {
  it('takes the whole lines that a span touches, over the bounds of pieces', () => {
    expect(redactLines(pieces, { from: 20, to: 21 })).toEqual({
      span: { from: 4, to: 22 },
      pieces: [
        { start: 0, text: 'one\n***********' },
        { start: 15, text: '*******\ntwo\n' },
      ],
      text: 'the key is hünter',
    });
  });

  it.each([
    [{ from: 0, to: 1 }, 'one'],
    [{ from: 3, to: 5 }, 'one\nthe key is hünter'],
    [{ from: 905, to: 9_999 }, 'last'],
    [{ from: 24, to: 901 }, 'two\nend'],
  ])('takes of %j what stands there', (span, text) => {
    const taken = redactLines(pieces, span);
    expect(taken?.text.replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
  });

  it.each([
    { from: 100, to: 200 },
    { from: 9_000, to: 9_001 },
    { from: 5, to: 5 },
  ])('finds nothing at %j', (span) => {
    expect(redactLines(pieces, span)).toBeUndefined();
  });
});

describe('maskPiece', () => {
  it('keeps each length in bytes, and line breaks', () => {
    const { text } = maskPiece({ start: 10, text: 'äb\ncd' }, [{ from: 11, to: 15 }]);
    expect(Buffer.byteLength(maskPiece({ start: 10, text: 'äb\ncd' }, []).text)).toBe(6);
    expect(text.endsWith('**\n*d') || text.includes('\n')).toBe(true);
  });
});

describe('repeatsLines', () => {
  it.each([
    ['The key is 42-hunter.', '{"result":"Done.\\nThe key is 42-hunter."}', true],
    ['Done.\nThe key is "42-hunter".', 'the log says: The key is 42-hunter', true],
    ['All is well with it.', 'The key is 42-hunter', false],
    ['', 'The key is 42-hunter', false],
  ])('compares %j with %j', (text, taken, isRepeated) => {
    expect(repeatsLines(text, taken)).toBe(isRepeated);
  });
});
