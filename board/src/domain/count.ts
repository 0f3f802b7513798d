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
