/** Compares shapes: does a reader accept all that a writer may write? */
import type { Shape } from './shape.ts';

/**
 * A tolerant reader takes any text for an enumeration and knows no limits: see `readTolerantly` in
 * the contracts.
 */
export interface Reading {
  readonly isTolerant: boolean;
}

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const;
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const;

/** What the writer may write and the reader refuses, each with its path; none if it accepts all. */
export function refusedBy(
  reader: Shape,
  writer: Shape,
  reading: Reading,
  path: readonly string[] = [],
): string[] {
  const deeper = (of: Shape, by: Shape, name: string): string[] =>
    refusedBy(of, by, reading, [...path, name]);
  const fault = (text: string): string[] => [`${path.join('.') || 'the whole'}: ${text}`];

  const written = optionsOf(writer);
  if (written.length > 1) return written.flatMap((one) => refusedBy(reader, one, reading, path));
  const readable = optionsOf(reader);
  if (readable.length > 1)
    return fewest(readable.map((one) => refusedBy(one, writer, reading, path)));
  const [one, by] = [readable[0] ?? reader, written[0] ?? writer];
  if (isAnything(one) || one.$ref !== undefined) return [];

  const values = valuesOf(by);
  const known = valuesOf(one);
  if (values && known) {
    // Tags of variants are constants, and are checked by tolerant readers as well.
    if (reading.isTolerant && one.enum) return [];
    return values
      .filter((value) => !known.includes(value))
      .flatMap((value) => fault(`${String(value)} is not known`));
  }
  if (known && !(reading.isTolerant && one.enum)) return fault('only some values are known');
  if (
    !values &&
    typeOf(one) !== typeOf(by) &&
    !(typeOf(one) === 'number' && typeOf(by) === 'integer')
  ) {
    return fault(`${typeOf(by)} is not ${typeOf(one)}`);
  }
  return [
    ...(reading.isTolerant || values ? [] : limitsOf(one, by).flatMap(fault)),
    ...fieldsOf(one, by, fault, deeper),
    ...(one.items && by.items ? deeper(one.items, by.items, '[]') : []),
  ];
}

function limitsOf(reader: Shape, writer: Shape): string[] {
  const tighter = [
    ...UPPER.filter((key) => (reader[key] ?? Infinity) < (writer[key] ?? Infinity)),
    ...LOWER.filter((key) => (reader[key] ?? -Infinity) > (writer[key] ?? -Infinity)),
  ].map((key) => `${key} is ${reader[key]}, not ${writer[key] ?? 'any'}`);
  const other = (['format', 'pattern'] as const)
    .filter((key) => reader[key] !== undefined && reader[key] !== writer[key])
    .map((key) => `${key} is ${reader[key]}, not ${writer[key] ?? 'any'}`);
  return [...tighter, ...other];
}

function fieldsOf(
  reader: Shape,
  writer: Shape,
  fault: (text: string) => string[],
  deeper: (of: Shape, by: Shape, name: string) => string[],
): string[] {
  const always = new Set(writer.required);
  const missing = (reader.required ?? []).filter((name) => !always.has(name));
  const faults = missing.flatMap((name) => fault(`${name} is required`));
  for (const [name, by] of Object.entries(writer.properties ?? {})) {
    const of = reader.properties?.[name];
    if (of) faults.push(...deeper(of, by, name));
    else if (isShape(reader.additionalProperties))
      faults.push(...deeper(reader.additionalProperties, by, name));
    else if (reader.additionalProperties === false) faults.push(...fault(`${name} is refused`));
  }
  if (isShape(reader.additionalProperties) && isShape(writer.additionalProperties)) {
    faults.push(...deeper(reader.additionalProperties, writer.additionalProperties, '{}'));
  }
  return faults;
}

/** The variants of a shape; a list of types is one of each. */
function optionsOf(shape: Shape): readonly Shape[] {
  const variants = shape.anyOf ?? shape.oneOf;
  if (variants) return variants.flatMap(optionsOf);
  if (!Array.isArray(shape.type)) return [shape];
  return (shape.type as readonly string[]).map((type) => ({ ...shape, type }));
}

const valuesOf = (shape: Shape): readonly unknown[] | undefined =>
  shape.enum ?? (shape.const === undefined ? undefined : [shape.const]);
const typeOf = (shape: Shape): string =>
  String(shape.type ?? (shape.properties ? 'object' : 'any'));
const isAnything = (shape: Shape): boolean =>
  shape.type === undefined && !valuesOf(shape) && !shape.properties && shape.$ref === undefined;
const isShape = (value: boolean | Shape | undefined): value is Shape => typeof value === 'object';
const fewest = (faults: readonly string[][]): string[] =>
  faults.reduce((best, next) => (next.length < best.length ? next : best));
