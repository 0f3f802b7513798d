/** Words of others before they reach a terminal: what is hidden, or would steer it, is written out. */
import { escapedInJson, visible } from '@muster/contracts/hidden-characters';

/** `a\u{1b}b`; lines and tabs stay. */
export const seen = (text: string): string => visible(text);

/** For one line of a table. */
export const inOneLine = (text: string): string => seen(text.replaceAll(/[\s]+/g, ' ').trim());

/** JSON that is the same when it is parsed. */
export const jsonOf = (value: unknown, space?: number): string =>
  escapedInJson(JSON.stringify(value, null, space) ?? 'null');
