/** Stretches of time as a bar, to scale. */
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
}

/** To scale: each stretch has the part of the bar that it has of the time. */
export function drawn(stretches: readonly Stretch[]): readonly Drawn[] {
  const begin = Math.min(...stretches.map(({ from }) => Date.parse(from)));
  const whole = Math.max(1, ...stretches.map(({ to }) => Date.parse(to) - begin));
  const at = (time: string): number => (Date.parse(time) - begin) / whole;
  return stretches.map((each) => ({ ...each, start: at(each.from), end: at(each.to) }));
}

export interface WordOfBar {
  readonly word: string;
  readonly tone: Tone;
  readonly ms: number;
}

/** Each tone once, with the word of its first stretch and the time that it took in all, in order. */
export function wordsOf(stretches: readonly Stretch[]): readonly WordOfBar[] {
  const words = new Map<Tone, WordOfBar>();
  for (const { word, tone, from, to } of stretches) {
    const before = words.get(tone) ?? { word, tone, ms: 0 };
    words.set(tone, { ...before, ms: before.ms + Math.max(0, Date.parse(to) - Date.parse(from)) });
  }
  return [...words.values()];
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
