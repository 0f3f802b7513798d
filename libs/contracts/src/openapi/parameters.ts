/** Splits the flat input of an operation into the path, query, header and body of a request. */
import { isRepeatable, isTagged, mayBeNew, pathParams, type Operation } from '../define.ts';
import { descriptionOf } from './descriptions/descriptions.ts';
import { exampleAnswer } from './examples/answers.ts';
import { requestExamples } from './examples/requests.ts';
import { texts } from './examples/values.ts';
import { selectableOf, TEXT_MAX, TEXT_MIN } from '../selection.ts';
import { bodyFields, hasVersion, needsCredential } from './responses.ts';
import { isRecord, type Json } from './schemas.ts';

export function parametersOf(
  key: string,
  op: Operation,
  input: Json,
  components: Readonly<Record<string, Json>>,
): Json[] {
  const { properties, required } = fieldsOf(input);
  const described = (name: string, location: string, schema: unknown): Json => ({
    name,
    in: location,
    ...describedBy(key, name, schema),
  });
  const inPath = pathParams(op).map((name): Json => {
    const example = texts[name] ?? exampleAnswer(properties[name], components, name);
    return { ...described(name, 'path', properties[name]), required: true, example };
  });
  const queryFields = isRepeatable(op) && !op.bodyStreams ? [] : bodyFields(op);
  const inQuery = queryFields.map((name): Json => {
    const schema = properties[name];
    const isList = isRecord(schema) && schema['type'] === 'array';
    const style = isList ? { style: 'form', explode: false } : {};
    const shared = { ...described(name, 'query', schema), ...style };
    if (!required.includes(name)) return { ...shared, required: false };
    return { ...shared, required: true, example: exampleAnswer(schema, components, name) };
  });
  const inHeader = Object.entries(op.headers ?? {}).map(([field, name]): Json => {
    const header = described(name, 'header', properties[field]);
    return { ...header, required: required.includes(field) };
  });
  return [...inPath, ...inQuery, ...selectionOf(op), ...inHeader, ...headersOf(op)];
}

/** The description of a parameter is its own, and not one of its schema. */
function describedBy(key: string, name: string, schema: unknown): Json {
  const { description = descriptionOf(name, [key]), ...rest } = isRecord(schema) ? schema : {};
  return { ...(description === undefined ? {} : { description }), schema: rest };
}

export function requestBodyOf(key: string, op: Operation, input: Json): Json {
  if (op.bodyStreams) {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    return { required: false, content: { 'application/octet-stream': bytes, '*/*': bytes } };
  }
  if (op.bodyIn !== undefined) {
    const example = requestExamples[key] ?? {};
    const text = { schema: { type: 'string' } };
    return {
      required: false,
      content: { 'application/json': { schema: {}, example }, 'text/plain': text },
    };
  }
  const { properties, required } = fieldsOf(input);
  const fields = bodyFields(op);
  const needed = required.filter((name) => fields.some((field) => field === name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, properties[name] ?? {}])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  const example = requestExamples[key] ?? {};
  return { required: needed.length > 0, content: { 'application/json': { schema, example } } };
}

function fieldsOf(input: Json): { properties: Json; required: readonly unknown[] } {
  const { properties, required } = input;
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required : [],
  };
}

const headerParameter = (name: string, description: string, schema: Json = {}): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

const queryParameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
  schema,
});

export const sharedParameters: Json = {
  RequestId: headerParameter(
    'X-Request-Id',
    'Your id for this request; the gateway makes one if it is absent. What the request does has it as ' +
      '`clientRequestId` in the activity, cut to 128 characters and with tokens masked, beside our own ' +
      '`requestId`; the filter of that name finds it.',
  ),
  RunId: headerParameter('X-Run-Id', 'The heartbeat run on whose behalf the caller works.', {
    format: 'uuid',
  }),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'A repeat with the same key and body gets the first answer, for 48 hours, also if it is a ' +
      'refusal. Decided anew are refusals with `retryable: true` (all with 429 and 503, and ' +
      '`request_in_progress`), those that others can lift (a claim of another agent, a pause, a ' +
      'missing right: docs/errors.md marks them), and what is refused before the request reaches its ' +
      'operation: its form, its credential and `X-Run-Id`.',
  ),
  IfMatch: headerParameter(
    'If-Match',
    'The `version` that you read, in quotes, or the `ETag` of the record; if it has changed since, ' +
      'the answer is 412.',
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    'The `ETag` of the answer that you have; if it is still the same, the answer is 304 without a body.',
  ),
  IfNew: headerParameter(
    'If-None-Match',
    '`*`: what is written is not there yet; if it is, the answer is 412. The same as `ifVersion` 0.',
  ),
  Prefer: headerParameter(
    'Prefer',
    '`handling=strict` refuses unknown fields instead of ignoring them. `return=minimal` shortens ' +
      'the answer to a write to what it is about and how that stands now.',
    { examples: ['handling=strict', 'return=minimal'] },
  ),
  view: queryParameter(
    'view',
    '`compact` leaves out nulls, and of lists the fields that a choice needs not.',
    {
      type: 'string',
      enum: ['full', 'compact'],
      default: 'full',
    },
  ),
  fields: queryParameter(
    'fields',
    'Exactly these fields of the answer, separated by commas, instead of a view.',
    {
      type: 'array',
      items: { type: 'string' },
    },
  ),
  nulls: queryParameter('nulls', 'Whether fields without a value are left out.', {
    type: 'string',
    enum: ['keep', 'omit'],
    default: 'keep',
  }),
  maxText: queryParameter(
    'maxText',
    'Longest text in characters. Longer ones are cut, and `more` next to them has their lengths.',
    { type: 'integer', minimum: TEXT_MIN, maximum: TEXT_MAX },
  ),
};

/** What can be asked of the answer. */
const selectionOf = (op: Operation): Json[] =>
  Object.keys(selectableOf(op)?.parameters.shape ?? {}).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));

function headersOf(op: Operation): Json[] {
  const names = [
    'RequestId',
    ...(op.who.includes('agent') ? ['RunId'] : []),
    ...(isRepeatable(op) ? ['IdempotencyKey'] : []),
    ...(hasVersion(op) ? ['IfMatch'] : []),
    ...(mayBeNew(op) ? ['IfNew'] : []),
    ...(isTagged(op) ? ['IfNoneMatch'] : []),
    ...(needsCredential(op) ? ['Prefer'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
