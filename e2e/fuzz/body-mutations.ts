/** Mutations of a body: wrong types and sizes, and bytes that are no JSON object. */
import fc, { type Arbitrary } from 'fast-check';
import type { RequestParts, Mutation } from './request-parts.ts';

const LARGE = 70_000;
const OVER_THE_LIMIT = 300_000;
const DEEP = [31, 33, 200, 20_000];

const strange: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 31,
    '',
    ' ',
    '\t',
    [],
    {},
    [[]],
    [null],
    'x'.repeat(LARGE),
    '9'.repeat(400),
    '2026-02-30T00:00:00.000Z',
    '0001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '00000000-0000-0000-0000-000000000000',
    'me',
  ),
  fc
    .anything({ withNullPrototype: false, maxDepth: 2, maxKeys: 3 })
    .map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown),
);

type Path = readonly (string | number)[];

/** The paths of all values inside a value. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...at, key],
    ...pathsIn(inner, [...at, key]),
  ]);
}

function replaceAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Array.isArray(value) ? [...value] : { ...Object(value) };
  const inner = replaceAt(copy[key], rest, by);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

/** Replaces the value at a random path of the body. */
const replaced = (name: string, by: Arbitrary<unknown>): Arbitrary<Mutation> =>
  fc.tuple(fc.nat(), by).map(([nth, value]) => ({
    name,
    mayChangeRoute: false,
    apply: (parts) => {
      const paths = pathsIn(parts.json);
      const path = paths[nth % Math.max(1, paths.length)];
      if (path === undefined) return parts;
      return { ...parts, json: replaceAt(parts.json, path, value) };
    },
  }));

const asJson = { 'content-type': 'application/json' };
const instead = (name: string, raw: Arbitrary<string | Uint8Array>): Arbitrary<Mutation> =>
  raw.map((bytes) => ({
    name,
    mayChangeRoute: false,
    apply: (parts: RequestParts) => ({
      ...parts,
      headers: { ...asJson, ...parts.headers },
      raw: bytes,
    }),
  }));
const rewritten = (name: string, rewrite: (text: string) => string): Arbitrary<Mutation> =>
  fc.constant({
    name,
    mayChangeRoute: false,
    apply: (parts: RequestParts) =>
      parts.json === undefined ? parts : { ...parts, raw: rewrite(JSON.stringify(parts.json)) },
  });
const intoObject =
  (members: string) =>
  (text: string): string =>
    text.replace(/^\{(.?)/, (_, next: string) => `{${members}${next === '}' ? '' : ','}${next}`);

export const bodyMutations: readonly Arbitrary<Mutation>[] = [
  replaced('a field of another type', strange),
  replaced('a field of another type', strange),
  replaced('a field too few', fc.constant(undefined)),
  replaced('a large text', fc.constant('y'.repeat(LARGE))),
  replaced('a NUL', fc.constant('a\u0000b')),
  replaced('half a surrogate pair', fc.constantFrom('a\ud800', '\udc00b')),
  rewritten('a field too many', intoObject('"surplus":{"a":[1,2]}')),
  rewritten('a prototype', intoObject('"__proto__":{"admin":true}')),
  rewritten('a constructor', intoObject('"constructor":{"prototype":{"admin":true}}')),
  rewritten('a field twice', (text) => intoObject(text.slice(1, -1) || '"a":1')(text)),
  rewritten('a body cut off', (text) => text.slice(0, Math.max(1, text.length - 2))),
  rewritten('a byte order mark', (text) => `\ufeff${text}`),
  rewritten('a comment', (text) => `/* hello */${text}`),
  instead('a body that is no object', fc.constantFrom('[]', 'null', '1', '"a"', 'true', '[{}]')),
  instead('a body that is no JSON', fc.constantFrom('{', '}', '{]', 'NaN', "{'a':1}", '\u0000')),
  instead('a body that is no UTF-8', fc.uint8Array({ minLength: 1, maxLength: 40 })),
  instead(
    'a deep body',
    fc.constantFrom(...DEEP).map((levels) => `${'{"name":'.repeat(levels)}1${'}'.repeat(levels)}`),
  ),
  instead(
    'a deep list',
    fc
      .constantFrom(...DEEP)
      .map((levels) => `{"payload":${'['.repeat(levels)}${']'.repeat(levels)}}`),
  ),
  instead(
    'a wide body',
    fc.constant(
      JSON.stringify(Object.fromEntries(Array.from({ length: 2_500 }, (_, n) => [`k${n}`, n]))),
    ),
  ),
  instead('a body over the limit', fc.constant(`{"name":"${'z'.repeat(OVER_THE_LIMIT)}"}`)),
];
