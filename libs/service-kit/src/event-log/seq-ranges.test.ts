import { describe, expect, it } from 'vitest';
import { includesSeq, rangesAfter, withSeq, type SeqRanges } from './seq-ranges.ts';

const rangesOf = (...seqs: number[]): SeqRanges => seqs.reduce(withSeq, [] as SeqRanges);

describe('ranges of numbers', () => {
  it('join what is adjacent, in whatever order the numbers come', () => {
    expect(rangesOf(1, 2, 3)).toEqual([{ first: 1, last: 3 }]);
    expect(rangesOf(3, 1, 2)).toEqual([{ first: 1, last: 3 }]);
    expect(rangesOf(5, 9, 7, 6, 2)).toEqual([
      { first: 2, last: 2 },
      { first: 5, last: 7 },
      { first: 9, last: 9 },
    ]);
  });

  it('have each number once', () => {
    expect(rangesOf(1, 3, 3, 1)).toEqual(rangesOf(1, 3));
  });

  it('are shortened to what is after a position', () => {
    const ranges = rangesOf(1, 2, 3, 5, 6);
    expect(rangesAfter(ranges, 0)).toEqual(ranges);
    expect(rangesAfter(ranges, 2)).toEqual(rangesOf(3, 5, 6));
    expect(rangesAfter(ranges, 6)).toEqual([]);
  });

  it('tell whether they have a number', () => {
    const ranges = rangesOf(2, 3, 5);
    expect([1, 2, 3, 4, 5, 6].map((seq) => includesSeq(ranges, seq))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
  });
});
