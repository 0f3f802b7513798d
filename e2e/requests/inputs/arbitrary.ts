/**
 * Generates inputs that a schema accepts. It supports the kinds of schemas that the contracts use, and
 * fails on a new kind.
 */
import { Cron, TimeZone } from '@muster/contracts';
import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { isIdSchema, type Schema } from './ids.ts';
import { texts } from './texts.ts';

export interface Generation {
  /** Ids for a field, by its name. */
  readonly idOf: (field: string, schema: Schema) => Arbitrary<string>;
  /** Percentage of inputs that have an optional field. */
  readonly optionalPercent: number;
  /** Texts without a format. */
  readonly textUpTo: (max: number | undefined) => Arbitrary<string>;
  /** Values for a field whose schema allows more than a test may send. */
  readonly special?: (field: string) => Arbitrary<unknown> | undefined;
}

const LIST_MAX = 3;
const RECORD_MAX = 4;
/** Times that every rule accepts. */
const FROM = new Date('2025-01-01T00:00:00Z');
const TO = new Date('2030-01-01T00:00:00Z');

/** Values for schemas with a check that no generator can follow. */
const checked: ReadonlyMap<Schema, Arbitrary<unknown>> = new Map<Schema, Arbitrary<unknown>>([
  [Cron, fc.constantFrom('0 8 * * MON-FRI', '*/5 * * * *', '30 2 29 2 *')],
  [TimeZone, fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia')],
]);

export function arbitraryOf(
  schema: Schema,
  field: string,
  generation: Generation,
): Arbitrary<unknown> {
  const given = generation.special?.(field) ?? checked.get(schema);
  if (given !== undefined) return given;
  if (isIdSchema(schema)) return generation.idOf(field, schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (of: Schema, name = field): Arbitrary<unknown> => arbitraryOf(of, name, generation);
  switch (def.type) {
    case 'string':
      return stringOf(schema, def, generation);
    case 'number':
      return numberOf(def);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'union':
      return fc.oneof(...def.options.map((option) => inner(option)));
    case 'optional':
      return inner(def.innerType);
    case 'default':
    case 'prefault':
      return inner(def.innerType);
    case 'nullable':
      return fc.option(inner(def.innerType), { freq: 4 });
    case 'array':
      return arrayOf(def, inner(def.element));
    case 'record':
      return fc.dictionary(texts.word, inner(def.valueType), { maxKeys: RECORD_MAX });
    // Only `z.json()` is recursive.
    case 'lazy':
      return texts.json;
    case 'object':
      return objectOf(def.shape, generation);
    default:
      throw new Error(`${field}: no arbitrary for a schema of type ${def.type} yet`);
  }
}

/** Optional fields are present as often as `optionalPercent` says. */
export function objectOf(
  shape: Readonly<Record<string, Schema>>,
  generation: Generation,
): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const value = arbitraryOf(schema, name, generation);
    const weight = generation.optionalPercent;
    return isOptional(schema)
      ? fc
          .oneof(
            { weight, arbitrary: value },
            { weight: 100 - weight, arbitrary: fc.constant(undefined) },
          )
          .map((each) => [name, each] as const)
      : value.map((each) => [name, each] as const);
  });
  return fc
    .tuple(...fields)
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

const isOptional = (schema: Schema): boolean =>
  (schema as z.core.$ZodTypes)._zod.optin === 'optional';

type Check = z.core.$ZodChecks['_zod']['def'];
const checksOf = ({ checks = [] }: z.core.$ZodTypeDef): Check[] =>
  checks.map((check) => (check as z.core.$ZodChecks)._zod.def);

interface Bounds {
  min: number;
  max: number | undefined;
  pattern?: RegExp;
}

function bounds(of: z.core.$ZodTypeDef): Bounds {
  let min = 0;
  let max: number | undefined;
  let pattern: RegExp | undefined;
  for (const check of checksOf(of)) {
    if (check.check === 'min_length') min = Math.max(min, check.minimum);
    if (check.check === 'max_length') max = Math.min(max ?? check.maximum, check.maximum);
    if (check.check === 'string_format' && check.pattern) pattern = check.pattern;
  }
  return { min, max, ...(pattern === undefined ? {} : { pattern }) };
}

function stringOf(
  schema: Schema,
  def: z.core.$ZodStringDef,
  { textUpTo }: Generation,
): Arbitrary<unknown> {
  const accepted = (text: string): boolean => (schema as z.ZodType).safeParse(text).success;
  const format = 'format' in def ? def.format : undefined;
  if (format === 'datetime' || format === 'date') {
    return fc
      .date({ min: FROM, max: TO, noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, format === 'date' ? 10 : undefined));
  }
  if (format === 'url') return fc.webUrl({ validSchemes: ['https'] }).filter(accepted);
  if (format === 'email') return fc.emailAddress().filter(accepted);
  const { min, max, pattern } = bounds(def);
  const source = pattern ? matching(pattern) : textUpTo(max);
  return source.filter((text) => text.length >= min && accepted(text));
}

const LOOKAHEAD = /\(\?[=!][^()]*\)/g;

/**
 * Texts that match a pattern. Flags and lookaheads are dropped, as the schema checks them afterwards;
 * texts with NUL or lone surrogates are left out.
 */
const matching = ({ source }: RegExp): Arbitrary<string> =>
  fc
    .stringMatching(new RegExp(source.replaceAll(LOOKAHEAD, '')))
    .filter((text) => text.isWellFormed() && !text.includes('\0'));

function numberOf(def: z.core.$ZodNumberDef): Arbitrary<unknown> {
  let min = -1_000_000;
  let max = 1_000_000;
  for (const check of checksOf(def)) {
    if (check.check === 'greater_than') min = Number(check.value);
    if (check.check === 'less_than') max = Number(check.value);
  }
  return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 1_000) }));
}

function arrayOf(def: z.core.$ZodTypeDef, element: Arbitrary<unknown>): Arbitrary<unknown> {
  const { min, max = LIST_MAX } = bounds(def);
  return fc.uniqueArray(element, {
    minLength: min,
    maxLength: Math.min(max, Math.max(min, LIST_MAX)),
    comparator: 'SameValue',
  });
}
