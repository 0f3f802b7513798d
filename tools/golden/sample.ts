/**
 * Makes a value that a schema accepts, the same in every run. It supports the kinds of schemas that
 * the contracts use, and throws for a new kind.
 */
import type { z } from 'zod';
import { textSamples } from './sample-overrides.ts';

/** `full`: every field, also optional ones; `least`: only required fields. */
export type Fill = 'full' | 'least';

type Schema = z.core.$ZodType;

/** A text for every format in the contracts; the first that a schema accepts is used. */
const TEXTS = [
  'Ada',
  'ada',
  'ada@example.com',
  '2026-11-20T18:12:00.000Z',
  '2026-11-20',
  '2026-11',
  'https://example.com/ada',
  'image/png',
  '/srv/ada',
  'ACM',
  'ACM-12',
  '#1f6feb',
  '#1F6FEB',
  'ADA_KEY',
  'a'.repeat(24),
  'a'.repeat(32),
  'a'.repeat(43),
  'a'.repeat(64),
  '0 8 * * MON-FRI',
  'UTC',
  'issues:01890a5d-ac96-774b-bcce-b302099a8057:1',
  '1',
  '',
];
const NUMBERS = [1, 0, 30, 60, 100, 1_000, 2_026];

/** A different id for each field, so that tests notice swapped fields. */
function idOf(field: string): string {
  let hash = 0x811c9dc5;
  for (const char of field) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return `01890a5d-ac96-774b-bcce-${hash.toString(16).padStart(12, '0')}`;
}

const textsFor = (field: string): string[] => {
  const known = textSamples[field];
  if (known !== undefined) return [known];
  return /ids?$/i.test(field) ? [idOf(field), ...TEXTS] : [...TEXTS, idOf(field)];
};

/** Depth at which recursive schemas end. */
const DEPTH_MAX = 8;

export function sampleOf(schema: Schema, fill: Fill, field = '', depth = 0): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (of: Schema, name = field): unknown => sampleOf(of, fill, name, depth + 1);
  switch (def.type) {
    case 'string':
      return firstAccepted(schema, textsFor(field), field);
    case 'number':
      return firstAccepted(schema, NUMBERS, field);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return inner(def.options[0] as Schema);
    case 'optional':
    case 'default':
    case 'prefault':
      return inner(def.innerType);
    case 'nullable':
      return fill === 'least' ? null : inner(def.innerType);
    case 'array': {
      const isEmpty = fill === 'least' || depth > DEPTH_MAX;
      return isEmpty && accepts(schema, []) ? [] : [inner(def.element)];
    }
    case 'record':
      return recordOf(def, fill, inner);
    // Only `z.json()` is lazy.
    case 'lazy':
      return 'a value';
    case 'object':
      return objectOf(def.shape, fill, inner);
    default:
      throw new Error(
        `${field}: no sample for a schema of type ${def.type}; add one to tools/golden/sample.ts`,
      );
  }
}

type Inner = (schema: Schema, field: string) => unknown;

const objectOf = (
  shape: Readonly<Record<string, Schema>>,
  fill: Fill,
  inner: Inner,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, schema]) => fill === 'full' || !isOptional(schema))
      .map(([name, schema]) => [name, inner(schema, name)]),
  );

/** If the keys are an enumeration, the record has all of them. */
function recordOf(
  { keyType, valueType }: z.core.$ZodRecordDef,
  fill: Fill,
  inner: Inner,
): Record<string, unknown> {
  const { def } = (keyType as z.core.$ZodTypes)._zod;
  const open = fill === 'least' ? [] : [String(inner(keyType, ''))];
  const keys = def.type === 'enum' ? Object.values(def.entries) : open;
  return Object.fromEntries(keys.map((key) => [key, inner(valueType, '')]));
}

const isOptional = (schema: Schema): boolean =>
  (schema as z.core.$ZodTypes)._zod.optin === 'optional';

const accepts = (schema: Schema, value: unknown): boolean =>
  (schema as z.ZodType).safeParse(value).success;

function firstAccepted(schema: Schema, values: readonly unknown[], field: string): unknown {
  const found = values.find((value) => accepts(schema, value));
  if (found === undefined) {
    throw new Error(`${field}: the schema accepts no sample; add one to tools/golden/sample.ts`);
  }
  return found;
}
