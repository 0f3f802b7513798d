/**
 * Fits an answer into its budget of bytes, since a model pays for each as tokens: first by leaving out
 * items of its list, and where one item alone is too long, by cutting texts.
 */
import { cutText } from '@muster/contracts';

/** Longest texts that are tried, in characters. */
const TEXT_MAXES = [65_536, 8_000, 4_000, 2_000, 1_000, 400, 150, 60] as const;

export interface Fitting<T> {
  readonly maxBytes: number;
  readonly items: readonly T[];
  /** Which items stay: the first ones of a list, the last ones of a thread. */
  readonly keep: 'first' | 'last';
  /** The answer with these items, whose texts have at most this many characters. */
  readonly build: (shown: readonly T[], textMax: number) => object;
}

export function fit<T>({ maxBytes, items, keep, build }: Fitting<T>): string {
  const shownOf = (count: number): readonly T[] =>
    keep === 'first' ? items.slice(0, count) : items.slice(items.length - count);
  let text = '';
  for (const textMax of TEXT_MAXES) {
    const least = Math.min(items.length, 1);
    const render = (count: number): string => asJson(build(shownOf(count), textMax));
    text = render(least);
    if (bytesOf(text) > maxBytes) continue;
    return render(mostThatFit(items.length, least, (count) => bytesOf(render(count)) <= maxBytes));
  }
  return text;
}

/** By halving: an answer grows with each item. */
function mostThatFit(most: number, least: number, fits: (count: number) => boolean): number {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

/** JSON without nulls, and without lists and objects that are empty. */
const asJson = (answer: object): string =>
  JSON.stringify(answer, (_, value: unknown) => (isEmpty(value) ? undefined : value));

function isEmpty(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Says how much is missing. */
export function cut(text: string, max: number): string;
export function cut(text: string | null | undefined, max: number): string | undefined;
export function cut(text: string | null | undefined, max: number): string | undefined {
  if (text === null || text === undefined || text === '') return undefined;
  if (text.length <= max) return text;
  const kept = cutText(text, max);
  return `${kept} … ${text.length - kept.length} more characters`;
}
