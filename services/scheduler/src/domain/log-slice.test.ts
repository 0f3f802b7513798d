import { describe, expect, it } from 'vitest';
import { endOf, startingAt } from './log-slice.ts';

/** Of 2, 4 and 3 bytes, and then one. */
const pieces = [
  { start: 10, text: 'ä' },
  { start: 12, text: '🙂' },
  { start: 16, text: '€x' },
];
const shown = ({ offset, bytes }: { offset: number; bytes: Buffer }) => [offset, bytes.toString()];

describe('the end of an output', () => {
  it.each([
    [1, 19, 'x'],
    [2, 19, 'x'],
    [3, 19, 'x'],
    [4, 16, '€x'],
    [7, 16, '€x'],
    [8, 12, '🙂€x'],
    [100, 10, 'ä🙂€x'],
  ])('of at most %i bytes begins with a whole character', (max, offset, text) => {
    expect(shown(endOf(pieces, max))).toEqual([offset, text]);
  });

  it('is empty where there is no output', () => {
    expect(shown(endOf([], 10))).toEqual([0, '']);
  });
});

describe('an output from an offset on', () => {
  it('begins at the offset, wherever the piece begins', () => {
    expect(shown(startingAt(pieces, 16))).toEqual([16, '€x']);
    expect(shown(startingAt(pieces.slice(2), 19))).toEqual([19, 'x']);
    expect(shown(startingAt([], 5))).toEqual([5, '']);
    expect(shown(startingAt(pieces, 20))).toEqual([20, '']);
  });

  it.each([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])(
    'never cuts the character in which the offset %i is',
    (offset) => {
      const slice = startingAt(pieces, offset);
      const begin = [19, 16, 12, 10].find((start) => start <= offset);
      expect(slice.offset).toBe(begin);
      expect('ä🙂€x'.endsWith(slice.bytes.toString())).toBe(true);
    },
  );
});
