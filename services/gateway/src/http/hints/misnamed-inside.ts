/** Fields of objects inside a body: the names that the schema knows there, and those that were meant. */
import { adapterOf, adapters, AdapterType } from '@muster/contracts';
import type { z } from 'zod';
import { misnamedFields, type UnknownField } from './misnamed-fields.ts';

/** Names of an object, or of the objects of a list; what has objects inside has their names. */
export type NestedNames = ReadonlyMap<string, NestedNames | undefined>;

interface Definition {
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** Nothing where the schema is of no objects, or knows no names in them. */
export function namesIn(schema: z.core.$ZodType): NestedNames | undefined {
  const { innerType, element, shape } = schema._zod.def as Definition;
  const inner = innerType ?? element;
  if (inner) return namesIn(inner);
  return shape && new Map(Object.entries(shape).map(([name, field]) => [name, namesIn(field)]));
}

type Fields = Readonly<Record<string, unknown>>;

/** Stored as it is sent; its adapter knows the names. */
const CONFIG = 'adapterConfig';
/** Adapters of other systems have short keys, such as `mode`, that are no misspelling of `model`. */
const CONFIG_NAME_MIN = 5;

/** @param path where `given` is in the body */
export function misnamedInside(
  names: NestedNames,
  given: unknown,
  path: readonly string[] = [],
): readonly UnknownField[] {
  if (Array.isArray(given)) {
    return given.flatMap((each, index) => misnamedInside(names, each, [...path, String(index)]));
  }
  if (!isFields(given)) return [];
  const own = path.length === 0 ? [] : misnamedAmong([...names.keys()], given, path);
  const inside = Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name];
    if (name === CONFIG && names.has(name)) return misnamedInConfig(given, value, at);
    const below = names.get(name);
    return below ? misnamedInside(below, value, at) : [];
  });
  return [...own, ...inside];
}

function misnamedInConfig(
  { adapterType }: Fields,
  config: unknown,
  path: readonly string[],
): readonly UnknownField[] {
  if (!isFields(config)) return [];
  const long = Object.entries(config).filter(([name]) => name.length >= CONFIG_NAME_MIN);
  return misnamedAmong(keysOf(adapterType), Object.fromEntries(long), path, config);
}

/** A change that leaves the type as it is does not name it. */
function keysOf(adapterType: unknown): readonly string[] {
  const type = AdapterType.safeParse(adapterType);
  if (type.success) return Object.keys(adapterOf(type.data).config.shape);
  return Object.values(adapters).flatMap(({ config }) => Object.keys(config.shape));
}

const misnamedAmong = (
  known: readonly string[],
  given: Fields,
  path: readonly string[],
  whole = given,
): readonly UnknownField[] =>
  misnamedFields(given, {
    known: (name) => known.includes(name),
    free: known.filter((name) => !Object.hasOwn(whole, name)),
  }).map((field) => ({ ...field, path: [...path, ...field.path] }));

/** The names next to which a field is, by its path with dots; those of the body for its own fields. */
export function namesBeside(names: NestedNames, name: string): readonly string[] {
  const [first = '', ...rest] = name.split('.');
  if (rest.length === 0) return [...names.keys()];
  const isIndex = /^\d+$/.test(first);
  const below = isIndex ? names : names.get(first);
  return below ? namesBeside(below, rest.join('.')) : [];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
