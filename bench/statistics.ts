/** Statistics of a series of measurements. */

/** The smallest of the values that as large a share of them does not exceed; NaN where none are. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The one in the middle, or what is halfway between the two there. */
export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).toSorted();
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

export interface Comparison {
  readonly these: number;
  readonly others: number;
  /** Of these to the others within a round, which has both close together in time. */
  readonly ratio: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
}

/** Compares figures of rounds, each a pair; the ratio is of each round, not of the medians. */
export function compare(pairs: readonly (readonly [number, number])[]): Comparison {
  const ratios = pairs.map(([one, other]) => one / other);
  return {
    these: median(pairs.map(([one]) => one)),
    others: median(pairs.map(([, other]) => other)),
    ratio: median(ratios),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
  };
}

/** A ratio with the smallest and the largest of the rounds. */
export const ratioText = ({
  ratio,
  ratioMin,
  ratioMax,
}: Pick<Comparison, 'ratio' | 'ratioMin' | 'ratioMax'>): string =>
  `${ratio.toFixed(2)} (${ratioMin.toFixed(2)}–${ratioMax.toFixed(2)})`;
