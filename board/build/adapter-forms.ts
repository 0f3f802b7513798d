/** The configuration of an adapter as a form: its schema, as fields that a page can show. */
import { z } from 'zod';
import type { adapters } from '@muster/contracts';
import type { AdapterForm, FieldKind, FormField } from '../src/domain/agents/config-form.ts';

/** What is used of a field in JSON Schema. */
interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Property[];
  readonly properties?: Readonly<Record<string, Property>>;
}

type AnyAdapter = (typeof adapters)[keyof typeof adapters];

export function adapterForm({ config, summary, secretKeys }: AnyAdapter): AdapterForm {
  const { properties = {}, required = [] } = z.toJSONSchema(config, { io: 'input' });
  const secrets: readonly string[] = secretKeys;
  const fields = Object.entries(properties).flatMap(([key, given]) => {
    const property = given as Property;
    const isSecret = secrets.includes(key);
    return property.properties
      ? Object.entries(property.properties).map(([inner, each]) => ofWhole(key, inner, each))
      : [fieldOf(key, property, required.includes(key), isSecret)];
  });
  return { summary, fields: fields.toSorted((one, other) => +other.required - +one.required) };
}

/** A field of an object that is there as a whole or not at all. */
function ofWhole(key: string, inner: string, property: Property): FormField {
  const field = fieldOf(inner, property, false, inner === 'auth');
  return { ...field, path: ['adapterConfig', key, inner], isOfWhole: true };
}

function fieldOf(key: string, given: Property, required: boolean, secret: boolean): FormField {
  const property = { ...given.anyOf?.find(({ type }) => type !== 'null'), ...given };
  const { minimum, exclusiveMinimum, maximum: max, default: fallback } = property;
  const min = minimum ?? exclusiveMinimum;
  return {
    path: ['adapterConfig', key],
    kind: kindOf(key, property, secret),
    required,
    hint: property.description ?? '',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(property.enum ? { options: property.enum } : {}),
    ...(typeof fallback === 'string' || typeof fallback === 'number'
      ? { fallback: `${fallback}` }
      : {}),
  };
}

function kindOf(key: string, { type, enum: options }: Property, secret: boolean): FieldKind {
  if (options) return 'choice';
  if (type === 'object') return 'pairs';
  if (type === 'array') return 'lines';
  if (type === 'integer' || type === 'number') return 'number';
  if (secret) return 'secret';
  return key === 'promptTemplate' ? 'long' : 'text';
}
