/** Numbers as a page writes them, and what they count. Its words are English, and so are its plurals. */
const numbers = new Intl.NumberFormat('en-US');
const plurals = new Intl.PluralRules('en');

const percents = new Intl.NumberFormat('en-US', { style: 'percent' });

export const figure = (count: number): string => numbers.format(count);

/** The words beside a number. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  plurals.select(count) === 'one' ? one : many;

/** `1 agent`, `1,204 agents`. */
export const counted = (count: number, one: string, many?: string): string =>
  `${figure(count)} ${plural(count, one, many)}`;

/** `66%`, rounded down: only the whole is 100%. */
export const percent = (part: number, whole: number): string =>
  percents.format(Math.floor((100 * part) / whole) / 100);

/**
 * `51%`, `49%`: parts of a whole, rounded so that together they are what their sum is rounded to: those with the
 * largest rest are rounded up.
 */
export function shares(parts: readonly number[], whole: number): readonly string[] {
  const exact = parts.map((part) => (100 * part) / whole);
  const floors = exact.map(Math.floor);
  const sum = (of: readonly number[]): number => of.reduce((before, each) => before + each, 0);
  const missing = Math.round(sum(exact)) - sum(floors);
  const byRest = exact
    .map((each, at) => ({ at, rest: each - Math.floor(each) }))
    .toSorted((one, other) => other.rest - one.rest);
  const raised = new Set(byRest.slice(0, missing).map(({ at }) => at));
  return floors.map((each, at) => percents.format((each + (raised.has(at) ? 1 : 0)) / 100));
}
