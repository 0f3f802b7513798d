/** Reads fields of parsed lines, of which nothing can be taken for granted. */
import { cutText } from '@muster/contracts/cut-text';

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object of a line of JSON; nothing where the line is anything else. */
export function fieldsOfLine(line: string): Fields | undefined {
  const text = line.trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A number of tokens: anything else counts as none. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** A price in dollars. Zero is no price: programs print it where they know none. */
export const priceOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

export const stringOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Longest text that is kept of a message or a summary, in characters. */
const TEXT_MAX = 2_000;
/** Longest name of a model or a tool. */
const NAME_MAX = 200;

/** Escape sequences of terminals, and what else would not be seen or would reorder the text. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for escape sequences
const ESCAPE_SEQUENCE = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Plain text that can be stored and shown; nothing where there is none. */
export function textOf(value: unknown, max = TEXT_MAX): string | undefined {
  if (typeof value !== 'string') return undefined;
  // A text may be as long as a line: what cannot be kept is not searched.
  const head = value.slice(0, max * 4);
  const plain = head.replace(ESCAPE_SEQUENCE, '').replace(UNSEEN, '').trim();
  return plain === '' ? undefined : cutText(plain, max);
}

export const nameOf = (value: unknown): string | undefined =>
  textOf(value, NAME_MAX)?.replaceAll(/\s+/g, ' ');

/** It becomes an argument of a command: it cannot be an option, and it is short. */
const SESSION_ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

export const sessionOf = (value: unknown): string | undefined =>
  typeof value === 'string' && SESSION_ID.test(value) ? value : undefined;

/** A day: nothing is asked to wait for longer. */
const WAIT_MAX_SECONDS = 86_400;

/** The moment of a `retry-after` header in seconds, in ISO. */
export function momentAfter(seconds: unknown, at: Date): string | undefined {
  if (typeof seconds !== 'string' || !/^\d{1,6}$/.test(seconds)) return undefined;
  const wait = Math.min(Number(seconds), WAIT_MAX_SECONDS);
  return wait === 0 ? undefined : new Date(at.getTime() + wait * 1_000).toISOString();
}
