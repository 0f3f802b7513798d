/** Examples of answers, made from the schemas of the document. */
import { isRecord, type Json } from '../schemas.ts';
import { exampleId, numbers, texts, TIME } from './values.ts';

/** Depth at which schemas that refer to themselves end. */
const DEPTH_MAX = 6;

/** The components that a schema may refer to. */
type Components = Readonly<Record<string, Json>>;

export function exampleAnswer(
  schema: unknown,
  components: Components,
  field = '',
  depth = 0,
): unknown {
  if (!isRecord(schema)) return {};
  const inner = (of: unknown, name = field): unknown =>
    exampleAnswer(of, components, name, depth + 1);
  const { $ref, allOf, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return inner(components[$ref.replace(/.*\//, '')]);
  if (Array.isArray(allOf)) return inner(allOf[0]);
  const options = anyOf ?? oneOf;
  if (Array.isArray(options)) return inner(options[0]);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (type === 'array') return depth > DEPTH_MAX ? [] : [inner(schema['items'])];
  if (type === 'object') return objectOf(schema, inner, depth);
  return valueOf(schema, field);
}

function objectOf(
  { properties, additionalProperties, required }: Json,
  inner: (of: unknown, name: string) => unknown,
  depth: number,
): Json {
  if (!isRecord(properties)) {
    const keys = Array.isArray(required) ? required : [];
    return Object.fromEntries(keys.map((key) => [key, inner(additionalProperties, String(key))]));
  }
  const isDeep = depth > DEPTH_MAX;
  const wanted = Object.entries(properties).filter(
    ([name]) => !isDeep || (Array.isArray(required) && required.includes(name)),
  );
  return Object.fromEntries(wanted.map(([name, value]) => [name, inner(value, name)]));
}

function valueOf({ type, format, minimum }: Json, field: string): unknown {
  const kind: unknown = Array.isArray(type) ? type[0] : type;
  if (kind === 'integer' || kind === 'number')
    return numbers[field] ?? Math.max(1, Number(minimum ?? 1));
  if (kind === 'boolean') return true;
  if (kind === 'null') return null;
  if (kind !== 'string') return {};
  if (format === 'uuid') return exampleId(field);
  if (format === 'date-time') return TIME;
  if (format === 'date') return TIME.slice(0, TIME.indexOf('T'));
  return texts[field] ?? `a ${field || 'text'}`;
}
