/**
 * Brings what a model sends into the form that a schema wants: the JSON text of a list or an object, one
 * value for a list of one and a list of one for a value, words between commas, digits for a number and a number
 * for a text, `null` or no text for a field that is left out. What fits as it is stays as it is, so that a text of digits remains a text. What fits in no form is left to the parser,
 * which says what is wrong with it.
 */
import { isJsonObject } from '@muster/contracts';
import { z } from 'zod';

type Schema = z.core.$ZodType;

export function inRightForm(schema: Schema, value: unknown): unknown {
  const wanted = unwrapped(schema);
  if (wanted instanceof z.ZodObject) return objectOf(wanted, value);
  if (wanted instanceof z.ZodRecord) return recordOf(wanted, value);
  if (wanted instanceof z.ZodArray) return listOf(wanted, value);
  if (wanted instanceof z.ZodUnion) return memberOf(wanted, value);
  return scalarOf(wanted, value);
}

/** The schema without what only says how its value may be left out. */
function unwrapped(schema: Schema): Schema {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return unwrapped(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.in);
  if (schema instanceof z.ZodLazy) return unwrapped(schema.def.getter());
  return schema;
}

const fits = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

function objectOf({ shape }: z.ZodObject, value: unknown): unknown {
  const given = isJsonObject(value) ? value : parsedAs(isJsonObject, value);
  if (given === undefined) return value;
  const fields = Object.entries(given).flatMap(([name, each]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) return [[name, each]];
    return isLeftOut(field, each) ? [] : [[name, inRightForm(field, each)]];
  });
  return Object.fromEntries(fields);
}

/** A field that takes `null`, or no text, means something by it. */
const isLeftOut = (field: Schema, value: unknown): boolean =>
  (value === null || value === 'null' || value === '') &&
  !fits(field, value) &&
  fits(field, undefined);

function recordOf({ def }: z.ZodRecord, value: unknown): unknown {
  const given = isJsonObject(value) ? value : parsedAs(isJsonObject, value);
  if (given === undefined) return value;
  return Object.fromEntries(
    Object.entries(given).map(([name, each]) => [name, inRightForm(def.valueType, each)]),
  );
}

function listOf({ def }: z.ZodArray, value: unknown): unknown {
  const given = Array.isArray(value) ? value : parsedAs<unknown[]>(Array.isArray, value);
  if (given) {
    // A list has no place for nothing.
    const meant = given.filter((each) => each !== null || fits(def.element, each));
    return meant.map((each) => inRightForm(def.element, each));
  }
  const only = inRightForm(def.element, value);
  return fits(def.element, only) ? [only] : (listedIn(def.element, value) ?? value);
}

/** Words with commas between them, none of which has one itself. */
function listedIn(element: Schema, value: unknown): unknown[] | undefined {
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const words = value.split(',').map((word) => word.trim());
  return words.every((word) => fits(element, word)) ? words : undefined;
}

/** The first member that takes the value as it is, else the first that takes it in another form. */
function memberOf(union: z.ZodUnion, value: unknown): unknown {
  if (fits(union, value)) return value;
  for (const member of union.def.options) {
    const formed = inRightForm(member, value);
    if (fits(member, formed)) return formed;
  }
  return value;
}

/** Digits, also with zeros before them, which are no JSON. */
const NUMBER = /^\s*-?\d{1,16}(?:\.\d{1,16})?\s*$/;

function scalarOf(wanted: Schema, value: unknown): unknown {
  if (typeof value === 'string') return ofText(wanted, value);
  if (fits(wanted, value)) return value;
  const [only, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
  const formed = only !== undefined && others.length === 0 ? scalarOf(wanted, only) : textOf(value);
  return fits(wanted, formed) ? formed : value;
}

/** A number or a truth value where a text is wanted. */
const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

function ofText(wanted: Schema, text: string): unknown {
  if (wanted instanceof z.ZodNumber) return NUMBER.test(text) ? Number(text) : text;
  if (wanted instanceof z.ZodBoolean) return truths.get(text.trim().toLowerCase()) ?? text;
  // An id or a word of a list in quotes that belong to its JSON.
  const unquoted = /^\s*"/.test(text) ? parsedAs(isText, text) : undefined;
  return unquoted !== undefined && !fits(wanted, text) && fits(wanted, unquoted) ? unquoted : text;
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a JSON text says, if it is of this kind. */
function parsedAs<Kind>(
  isKind: (value: unknown) => value is Kind,
  text: unknown,
): Kind | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isKind(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
