/**
 * Parses request bodies. Refuses what Postgres cannot store and what could change a prototype: text
 * that is not UTF-8, NUL characters, lone surrogates, keys such as `__proto__`, and depth or width
 * beyond what a person or an agent writes.
 */
import { isUtf8 } from 'node:buffer';
import { Refusal } from '@muster/contracts';

const DEPTH_MAX = 32;
const KEYS_MAX = 2_000;
/** A body that may be larger than usual may have more keys: one for so many of its bytes. */
const BYTES_PER_KEY = 250;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Bodies are small, and one that unpacks to much more than was sent would pass the limit of its size. */
export function requirePlainCoding(contentEncoding = 'identity'): void {
  if (contentEncoding.toLowerCase() === 'identity') return;
  throw new Refusal(
    'unsupported_media_type',
    { contentEncoding },
    'send the body without Content-Encoding',
  );
}

/**
 * An empty body is read as an empty object: not every POST has a body.
 *
 * @param bytesMax of a body of the route
 */
export function parseJsonBody(bytes: Buffer, bytesMax: number): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new Refusal('malformed_json', { message: 'the body is not UTF-8' });
  const value = parse(bytes.toString('utf8'));
  const keysMax = Math.max(KEYS_MAX, Math.floor(bytesMax / BYTES_PER_KEY));
  checkValue(value, [], { keys: 0, keysMax });
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed_json');
  }
}

interface Seen {
  keys: number;
  readonly keysMax: number;
}

function checkValue(value: unknown, path: readonly string[], seen: Seen): void {
  if (typeof value === 'string') return requireStorableText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= DEPTH_MAX) throw unfit(path, 'too_deep', `at most ${DEPTH_MAX} levels`);
  if (Array.isArray(value)) {
    value.forEach((item, index) => checkValue(item, [...path, String(index)], seen));
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    seen.keys += 1;
    if (seen.keys > seen.keysMax) {
      throw unfit(path, 'too_many_keys', `at most ${seen.keysMax} keys`);
    }
    requireStorableText(key, path);
    if (FORBIDDEN_KEYS.has(key)) throw unfit(path, 'forbidden_key', `no key may be ${key}`);
    checkValue(inner, [...path, key], seen);
  }
}

/** Postgres stores neither NUL nor half a surrogate pair. */
export function requireStorableText(text: string, path: readonly string[]): void {
  if (text.includes('\0')) throw unfit(path, 'nul_character', 'text holds a NUL character');
  if (!text.isWellFormed()) throw unfit(path, 'lone_surrogate', 'text holds half a surrogate pair');
}

const unfit = (path: readonly string[], code: string, message: string): Refusal =>
  new Refusal('invalid_input', [{ path, code, message }]);
