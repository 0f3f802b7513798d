/** The fields of a schema as lines of plain text, for readers that are language models. */
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Longest list of allowed values that is written out; icons have a text of their own. */
const VALUES_MAX = 20;

export function fieldLines(schema: z.ZodType, omitted: readonly string[] = []): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return linesOf(json, '', omitted);
}

function linesOf(schema: JsonSchema, prefix: string, omitted: readonly string[] = []): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    if (typeof field === 'boolean' || omitted.includes(key)) return [];
    const required = schema.required?.includes(key) && field.default === undefined;
    const facts = [
      typeOf(field),
      ...(required ? ['required'] : []),
      ...(isWorthStating(field.default) ? [`default ${JSON.stringify(field.default)}`] : []),
    ];
    const description = field.description === undefined ? '' : `: ${field.description}`;
    return [
      `- ${prefix}${key} (${facts.join('; ')})${description}`,
      ...linesOf(field, `${prefix}${key}.`),
    ];
  });
}

/** A default of `{}` is left out: the fields of the object have defaults of their own. */
const isWorthStating = (value: unknown): boolean =>
  value !== undefined && !(typeof value === 'object' && JSON.stringify(value) === '{}');

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) {
    const kinds = schema.anyOf.map((one) => typeOf(one));
    return [
      ...kinds.filter((kind) => kind !== 'null'),
      ...kinds.filter((kind) => kind === 'null'),
    ].join(' or ');
  }
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`;
  if (schema.enum && schema.enum.length > VALUES_MAX) return 'a name from a list';
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return `integer${rangeOf(schema.minimum, schema.maximum)}`;
    case 'number':
      return `number${rangeOf(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list of ${typeOf(schema.items as JsonSchema)}`;
    case 'null':
      return 'null';
    case 'object':
      return 'object';
    default:
      return 'any JSON';
  }
}

const formats: Readonly<Record<string, string>> = { uuid: 'id', uri: 'URL' };

function textOf({ format, minLength, maxLength }: JsonSchema): string {
  if (format !== undefined) return formats[format] ?? format;
  return maxLength === undefined ? 'text' : `text${rangeOf(minLength, maxLength)} characters`;
}

/** The limits of a number or text; zod renders a missing limit as the largest safe integer. */
function rangeOf(minimum: number | undefined, maximum: number | undefined): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (most !== undefined && minimum !== undefined) return `, ${minimum} to ${most}`;
  if (most !== undefined) return `, at most ${most}`;
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  return least === undefined ? '' : `, at least ${least}`;
}
