/** Numbers of a company's log as ranges: sorted, and neither overlapping nor adjacent. */

export interface SeqRange {
  readonly first: number;
  readonly last: number;
}

export type SeqRanges = readonly SeqRange[];

/** Looks from the end, where new numbers belong. */
export function withSeq(ranges: SeqRanges, seq: number): SeqRanges {
  const before = ranges.findLastIndex(({ first }) => first <= seq);
  const [left, right] = [ranges[before], ranges[before + 1]];
  if (left && seq <= left.last) return ranges;
  const joinsLeft = left?.last === seq - 1;
  const joinsRight = right?.first === seq + 1;
  const joined = {
    first: joinsLeft ? left.first : seq,
    last: joinsRight ? right.last : seq,
  };
  return ranges.toSpliced(
    joinsLeft ? before : before + 1,
    Number(joinsLeft) + Number(joinsRight),
    joined,
  );
}

/** What is after the position. */
export const rangesAfter = (ranges: SeqRanges, position: number): SeqRanges =>
  ranges.flatMap(({ first, last }) =>
    last <= position ? [] : [{ first: Math.max(first, position + 1), last }],
  );

export const includesSeq = (ranges: SeqRanges, seq: number): boolean =>
  ranges.some(({ first, last }) => first <= seq && seq <= last);
