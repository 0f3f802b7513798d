/** Numbers as a page writes them, and what they count. Its words are English, and so are its plurals. */
const numbers = new Intl.NumberFormat('en-US');
const plurals = new Intl.PluralRules('en');

export const figure = (count: number): string => numbers.format(count);

/** `1 agent`, `1,204 agents`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${plurals.select(count) === 'one' ? one : many}`;
