import { describe, expect, it } from 'vitest';
import { endOf, startingAt, type LogPiece } from './log-slice.ts';

/** Of 2, 4 and 3 bytes, and then one. */
const pieces = [
  { start: 10, text: 'ä' },
  { start: 12, text: '🙂' },
  { start: 16, text: '€x' },
];
const shown = ({ offset, bytes }: { offset: number; bytes: Buffer }) => [offset, bytes.toString()];

const withGap = [
  { start: 0, text: 'head\n' },
  { start: 1_005, text: 'ta' },
  { start: 1_007, text: 'il' },
];
const all = ({ offset, nextOffset, bytes }: ReturnType<typeof startingAt>) => [
  offset,
  nextOffset,
  bytes.toString(),
];

describe('an output with a part that is left out', () => {
  const mark = (bytes: string): string => `\n[${bytes} bytes of the output were left out]\n`;

  it('has a mark in its place, behind which the next slice begins', () => {
    expect(all(startingAt(withGap, 0))).toEqual([0, 1_005, `head\n${mark('1,000')}`]);
    expect(all(startingAt(withGap, 3))).toEqual([3, 1_005, `d\n${mark('1,000')}`]);
    expect(all(startingAt(withGap.slice(1), 1_005))).toEqual([1_005, 1_009, 'tail']);
  });

  it('says how much is missing to one who asks for what is left out', () => {
    expect(all(startingAt(withGap, 5))).toEqual([5, 1_009, `${mark('1,000')}tail`]);
    expect(all(startingAt(withGap, 905))).toEqual([905, 1_009, `${mark('100')}tail`]);
  });

  it('ends with what follows the last such part', () => {
    expect(all(endOf(withGap, 100))).toEqual([1_005, 1_009, 'tail']);
    expect(all(endOf(withGap, 3))).toEqual([1_006, 1_009, 'ail']);
  });
});

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

describe('the sources of lines', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const ms = Date.parse(at);
  const mixed: LogPiece[] = [
    {
      start: 0,
      text: 'a\nb\n',
      marks: [
        [0, ms, 0],
        [1, ms, 1],
      ],
    },
    {
      start: 4,
      text: 'c\nd\n',
      marks: [
        [0, ms, 1],
        [1, ms + 1_000, 0],
      ],
    },
  ];
  const stdout = { at, stream: 'stdout' };
  const stderr = { at, stream: 'stderr' };
  const later = { at: '2026-01-01T00:00:01.000Z', stream: 'stdout' };

  it('are numbered from the begin of the slice on, and told where one changes', () => {
    const changes = [
      { line: 0, ...stdout },
      { line: 1, ...stderr },
      { line: 3, ...later },
    ];
    expect(startingAt(mixed, 0).sources).toEqual(changes);
    expect(startingAt(mixed, 3).sources).toEqual([
      { line: 0, ...stderr },
      { line: 2, ...later },
    ]);
    expect(endOf(mixed, 2).sources).toEqual([{ line: 0, ...later }]);
  });

  it('are unknown for a part that is left out, and for output from before they were kept', () => {
    const [first = withGap[0], second = withGap[0]] = mixed;
    const gap = [first, { ...second, start: 1_004 }] as LogPiece[];
    expect(startingAt(gap, 0).sources).toEqual([
      { line: 0, ...stdout },
      { line: 1, ...stderr },
      { line: 2 },
    ]);
    expect(startingAt(gap, 4).sources).toEqual([
      { line: 0 },
      { line: 2, ...stderr },
      { line: 3, ...later },
    ]);
    expect(startingAt(withGap, 0).sources).toEqual([]);
  });
});
