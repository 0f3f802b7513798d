/**
 * Reads what a service of another release has said. A release may know more values of an enumeration
 * than its neighbour, and other limits: neither must stop a company's events, or make an answer
 * unreadable, while releases run side by side or after a rollback. Requests are not read so: what a
 * client sends is checked by the contract alone.
 */
import { z } from 'zod';

type Schema = z.core.$ZodType;

const tolerant = new WeakMap<Schema, Schema>();

/**
 * The value by the schema; if it refuses, by the same shape without enumerations and limits: a value
 * that this release does not know is kept as it is. Types, required fields and the tags of variants
 * are always checked.
 */
export function readTolerantly<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  const strict = schema.safeParse(value);
  if (strict.success) return strict;
  const read = (tolerantOf(schema) as S).safeParse(value);
  return read.success ? read : strict;
}

function tolerantOf(schema: Schema): Schema {
  const known = tolerant.get(schema);
  if (known) return known;
  const made = loosened(schema);
  tolerant.set(schema, made);
  return made;
}

function loosened(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (changed: object): Schema =>
    z.core.clone(schema, { ...def, ...changed, checks: [] });
  switch (def.type) {
    case 'enum':
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inside({ innerType: tolerantOf(def.innerType) });
    case 'array':
      return inside({ element: tolerantOf(def.element) });
    case 'record':
      return z.record(z.string(), tolerantOf(def.valueType) as z.ZodType);
    case 'union':
      return inside({ options: def.options.map(tolerantOf) });
    case 'object':
      return inside({
        shape: Object.fromEntries(
          Object.entries(def.shape).map(([name, field]) => [name, tolerantOf(field)]),
        ),
      });
    default:
      return schema;
  }
}
