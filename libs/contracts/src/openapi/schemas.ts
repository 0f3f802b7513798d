/** Converts zod schemas to JSON Schema of OpenAPI 3.1; named schemas become `components`. */
import { z } from 'zod';

export interface Json {
  readonly [key: string]: unknown;
}

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Records, enumerations and unions become components; schemas of plain values stay inline. */
const isComponent = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Schemas that a module exports, with their names; sorted, because loaders differ in order. */
export function namedSchemas(module: object): Map<z.ZodType, string> {
  const named = Object.entries(module)
    .filter(([name]) => /^[A-Z]/.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    named.flatMap(([name, value]) => (isComponent(value) ? [[value, name] as const] : [])),
  );
}

/**
 * Converts all roots (by key) together, so that a schema which several of them use becomes one
 * component. `io` matters for a field with a default: optional in an input, always in an output.
 */
export function convert(
  roots: ReadonlyMap<string, z.ZodType>,
  named: ReadonlyMap<z.ZodType, string>,
  io: 'input' | 'output',
): { readonly roots: Record<string, Json>; readonly components: Record<string, Json> } {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of named) registry.add(schema, { id: name });
  for (const [key, schema] of roots) {
    if (!named.has(schema)) registry.add(schema, { id: key });
  }
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io, override: adapt });
  const schemaOf = (id: string): Json => {
    const schema = simplify(schemas[id]);
    return isRecord(schema) ? schema : {};
  };
  const converted = [...roots].map(([key, schema]): [string, Json] => {
    const name = named.get(schema);
    return [key, name === undefined ? schemaOf(key) : { $ref: refTo(name) }];
  });
  const components = [...named.values()].map((name): [string, Json] => [name, schemaOf(name)]);
  return { roots: Object.fromEntries(converted), components: Object.fromEntries(components) };
}

interface Seen {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

function adapt(seen: Seen): void {
  dropFlagged(seen);
  nameKeys(seen);
}

/** Makes the keys that a map always has its properties, so that generated clients know them. */
function nameKeys({ zodSchema, jsonSchema }: Seen): void {
  const { required = [], additionalProperties } = jsonSchema;
  if (zodSchema._zod.def.type !== 'record' || !isRecord(additionalProperties)) return;
  if (required.length === 0) return;
  jsonSchema.properties = Object.fromEntries(
    required.map((key) => [key, { ...additionalProperties, description: `Of \`${key}\`.` }]),
  );
}

/** Drops patterns with the flag `i`: JSON Schema has no flags, so they would refuse valid input. */
function dropFlagged(seen: Seen): void {
  const checks = seen.zodSchema._zod.def.checks ?? [];
  const ignoresCase = checks.some(
    ({ _zod: { def } }) =>
      'pattern' in def && def.pattern instanceof RegExp && def.pattern.ignoreCase,
  );
  if (ignoresCase) delete seen.jsonSchema.pattern;
}

/** Drops what readers do not need: zod's own ids, patterns of known formats, limits of 2^53. */
function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (!isRecord(schema)) return schema;
  // Only `z.json()` is recursive: any JSON value, which is the empty schema.
  if (typeof schema['$ref'] === 'string' && schema['$ref'].includes('__shared')) return {};
  const wanted = Object.entries(schema).filter(([key, value]) => !isNoise(schema, key, value));
  const { $ref, ...rest } = Object.fromEntries(
    wanted.map(([key, value]) => [key, simplify(value)]),
  );
  if ($ref === undefined) return rest;
  // Many readers drop what stands next to a reference, as OpenAPI 3.0 required.
  return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
}

function isNoise(schema: Json, key: string, value: unknown): boolean {
  if (key === '$schema' || key === '$id' || key === 'propertyNames') return true;
  if (key === 'pattern') return schema['format'] !== undefined;
  // Fields are added over time: a client must accept fields that it does not know.
  if (key === 'additionalProperties') return value === false;
  return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** The components that are referenced, directly or by other components, in their given order. */
export function reachable(components: Record<string, Json>, from: unknown): Record<string, Json> {
  const wanted = new Set<string>();
  const visit = (value: unknown): void => {
    const references = JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, name = ''] of references) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      visit(components[name] ?? {});
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(components).filter(([name]) => wanted.has(name)));
}
