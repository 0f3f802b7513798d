/** The shape of a schema as JSON Schema, without what says nothing about the values it accepts. */
import { z } from 'zod';

/** The part of JSON Schema that zod writes for the contracts. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly propertyNames?: Shape;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const SILENT = new Set(['$schema', 'description', 'default', 'examples', 'title', '~standard']);

/** What a reader accepts: a field with a default may be absent. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  return withoutSilent(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutKnownPattern }),
  ) as Shape;
}

/** A format says it already. */
function withoutKnownPattern({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

/** `properties` is a map of names, which may be any of the silent words. */
function withoutSilent(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSilent(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isMap || !SILENT.has(key))
      .map(([key, child]) => [
        key,
        withoutSilent(child, !isMap && (key === 'properties' || key === '$defs')),
      ]),
  );
}
