/** A value of a field, from the text of an argument. */
import { Ended } from '../exit-code.ts';
import type { Field } from './field.ts';

const TRUE = new Set(['true', 'yes', '1', '']);
const FALSE = new Set(['false', 'no', '0']);

/** @throws Ended of a text that the field does not take; the interface checks the rest */
export function valueOf(field: Field, texts: readonly string[]): unknown {
  const last = texts.at(-1) ?? '';
  if (field.mayBeNull && last === 'null') return null;
  if (!field.isList) return one(field, last);
  return texts
    .flatMap((text) => text.split(','))
    .filter(Boolean)
    .map((text) => one(field, text));
}

function one(field: Field, text: string): unknown {
  const { name, base, words } = field;
  switch (base) {
    case 'text':
      return text;
    case 'integer':
    case 'number': {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) throw no(name, text, 'a number');
      return number;
    }
    case 'boolean':
      if (TRUE.has(text)) return true;
      if (FALSE.has(text)) return false;
      throw no(name, text, 'true or false');
    case 'word':
      if (words.includes(text)) return text;
      throw no(name, text, `one of ${words.join(', ')}`);
    case 'json':
      return jsonOf(name, text);
    default:
      return base satisfies never;
  }
}

/** What is no JSON is a text, where it does not look like a record or a list. */
function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^\s*[[{"]/.test(text)) throw no(name, text, 'JSON');
    return text;
  }
}

const no = (name: string, text: string, wanted: string): Ended =>
  new Ended('usage', `${name} is ${wanted}, not "${text}"`);
