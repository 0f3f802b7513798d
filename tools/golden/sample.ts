/**
 * From a schema to a value that it accepts, the same in every run. It knows what the contracts are
 * made of, and says so where they use something new.
 */
import type { z } from 'zod';
import { beyondText } from './examples.ts';

/** Every field that there may be, or only those that must be. */
export type Fill = 'full' | 'least';

type Schema = z.core.$ZodType;

/** Texts of every form that the contracts know; the first that a schema accepts is taken. */
const TEXTS = [
  'Ada', 'ada', 'ada@example.com', '2026-11-20T18:12:00.000Z', '2026-11-20', '2026-11',
  'https://example.com/ada', '/srv/ada', 'ACM', 'ACM-12', '#1f6feb', '#1F6FEB', 'ADA_KEY',
  'a'.repeat(24), 'a'.repeat(32), 'a'.repeat(43), 'a'.repeat(64), '0 8 * * MON-FRI', 'UTC',
  'issues:01890a5d-ac96-774b-bcce-b302099a8057:1', '1', '',
];
const NUMBERS = [1, 0, 30, 60, 100, 1_000, 2_026];

/** An id for each field, so that one taken for another is seen. */
function idOf(field: string): string {
  let hash = 0x811c9dc5;
  for (const char of field) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return `01890a5d-ac96-774b-bcce-${hash.toString(16).padStart(12, '0')}`;
}

const textsFor = (field: string): string[] => {
  const known = beyondText[field];
  if (known !== undefined) return [known];
  return /ids?$/i.test(field) ? [idOf(field), ...TEXTS] : [...TEXTS, idOf(field)];
};

/** A record of records of its own kind ends here. */
const DEPTH_MAX = 8;

export function sampleOf(schema: Schema, fill: Fill, field = '', depth = 0): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (of: Schema, name = field): unknown => sampleOf(of, fill, name, depth + 1);
  switch (def.type) {
    case 'string': return firstAccepted(schema, textsFor(field), field);
    case 'number': return firstAccepted(schema, NUMBERS, field);
    case 'boolean': return true;
    case 'null': return null;
    case 'enum': return Object.values(def.entries)[0];
    case 'literal': return def.values[0];
    case 'union': return inner(def.options[0] as Schema);
    case 'optional': case 'default': case 'prefault': return inner(def.innerType);
    case 'nullable': return fill === 'least' ? null : inner(def.innerType);
    case 'array': {
      const isEmpty = fill === 'least' || depth > DEPTH_MAX;
      return isEmpty && accepts(schema, []) ? [] : [inner(def.element)];
    }
    case 'record': return recordOf(def, fill, inner);
    // Only `z.json()` is recursive here.
    case 'lazy': return 'a value';
    case 'object': return objectOf(def.shape, fill, inner);
    default: throw new Error(`${field}: no sample for a schema of type ${def.type} yet`);
  }
}

type Inner = (schema: Schema, field: string) => unknown;

const objectOf = (
  shape: Readonly<Record<string, Schema>>,
  fill: Fill,
  inner: Inner,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape)
    .filter(([, schema]) => fill === 'full' || !mayBeLeftOut(schema))
    .map(([name, schema]) => [name, inner(schema, name)]));

/** Where the keys are an enumeration, all of them are there. */
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

const mayBeLeftOut = (schema: Schema): boolean =>
  (schema as z.core.$ZodTypes)._zod.optin === 'optional';

const accepts = (schema: Schema, value: unknown): boolean =>
  (schema as z.ZodType).safeParse(value).success;

function firstAccepted(schema: Schema, values: readonly unknown[], field: string): unknown {
  const found = values.find((value) => accepts(schema, value));
  if (found === undefined) {
    throw new Error(`${field}: no sample is accepted; add one to tools/golden/sample.ts`);
  }
  return found;
}
