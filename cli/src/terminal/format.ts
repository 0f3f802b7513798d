/** Values of answers as words. */
import { inOneLine } from './words.ts';

/** Names by ids, for those that an answer has ids of. */
export type Names = ReadonlyMap<string, string>;

const CENTS = 100;

export function formatted(value: unknown, format: string | undefined, names: Names): string {
  if (value === undefined || value === null) return '';
  switch (format) {
    case 'cents':
      return `$${(Number(value) / CENTS).toFixed(2)}`;
    case 'budget':
      return value === 0 ? '' : `$${(Number(value) / CENTS).toFixed(2)}`;
    case 'moment':
      return momentOf(plain(value));
    case 'agent':
      return names.has(plain(value)) ? inOneLine(names.get(plain(value)) ?? '') : plain(value);
    case 'count':
      return Array.isArray(value) ? String(value.length) : '';
    case 'yes':
      return value === true ? 'yes' : '';
    case 'percent':
      return `${Number(value)} %`;
    default:
      return plain(value);
  }
}

function plain(value: unknown): string {
  if (typeof value === 'string') return inOneLine(value);
  if (Array.isArray(value)) return inOneLine(value.map(nameOf).join(', '));
  return inOneLine(JSON.stringify(value));
}

/** Of a label and the like its name. */
function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { name } = Object(value) as { readonly name?: unknown };
  return typeof name === 'string' ? name : JSON.stringify(value);
}

/** In the time zone of the machine, to the minute. */
function momentOf(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return inOneLine(text);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}
