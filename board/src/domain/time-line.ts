/** Stretches of time as a bar: what is long beside the others is folded, so that the others can be seen. */
import type { Tone } from './marks.ts';

export interface Stretch {
  readonly word: string;
  readonly tone: Tone;
  readonly from: string;
  readonly to: string;
  readonly who: string | undefined;
}

export interface Drawn extends Stretch {
  /** From 0 to 1 along the bar. */
  readonly start: number;
  readonly end: number;
  readonly isFolded: boolean;
}

/** A longer stretch than this share of the bar is folded to it, where there are others. */
const SHARE_MAX = 0.5;
/** The least share, so that nothing is too thin to be seen. */
const SHARE_MIN = 0.02;

const lengthOf = ({ from, to }: Pick<Stretch, 'from' | 'to'>): number =>
  Math.max(0, Date.parse(to) - Date.parse(from));

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

export function drawn(stretches: readonly Stretch[]): readonly Drawn[] {
  const lengths = stretches.map(lengthOf);
  const most = Math.max(...lengths);
  const rest = sumOf(lengths) - most;
  // What the longest one may have, so that it fills its share and no more.
  const cap = rest > 0 ? (rest * SHARE_MAX) / (1 - SHARE_MAX) : most;
  const folded = lengths.map((length) => Math.min(length, cap));
  const least = SHARE_MIN * Math.max(1, sumOf(folded));
  const shown = folded.map((length) => Math.max(least, length));
  const sum = sumOf(shown);
  let at = 0;
  return stretches.map((stretch, index) => {
    const start = at / sum;
    at += shown[index] ?? 0;
    return { ...stretch, start, end: at / sum, isFolded: (lengths[index] ?? 0) > cap };
  });
}

/** The stretches between moments that are in order; the last one ends at the end. */
export function stretchesOf(
  moments: readonly (Omit<Stretch, 'from' | 'to'> & { readonly at: string })[],
  end: string,
): readonly Stretch[] {
  return moments.map(({ at, ...rest }, index) => ({
    ...rest,
    from: at,
    to: moments[index + 1]?.at ?? end,
  }));
}
