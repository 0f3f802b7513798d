/** The contracts as an OpenAPI 3.1 document. Nothing is compiled from it: it is for readers. */
import type { z } from 'zod';
import { methodOf, pathOf, pathParams, type Contract, type Operation } from './define.ts';
import * as language from './index.ts';
import {
  bodyFields, hasBody, hasVersion, isPrivate, isRepeatable, problemSchema, responseHeaders,
  responses, sharedResponses,
} from './openapi-responses.ts';
import { convert, isRecord, namedSchemas, reachable, type Json } from './openapi-schemas.ts';

export type OpenApiSource = {
  readonly version: string;
  readonly contracts: readonly Contract[];
  /** What the gateway puts together itself. */
  readonly composed: Readonly<Record<string, Operation>>;
};

type Entry = { readonly key: string; readonly tag: string; readonly op: Operation };

/** What the language exports under a name becomes a component of that name. */
const named = namedSchemas(language);

export function openApi(source: OpenApiSource): Json {
  const entries = entriesOf(source);
  const enums = new Map([...named].filter(([schema]) => schema.type === 'enum'));
  const roots = (part: 'input' | 'output'): Map<string, z.ZodType> =>
    new Map(entries.map(({ key, op }) => [key, op[part]]));
  const inputs = convert(distinct(roots('input')), enums, 'input');
  const outputs = convert(distinct(roots('output')), named, 'output');
  const paths: Record<string, Json> = {};
  for (const entry of entries) {
    const path = (pathOf(entry.op) ?? '').replace(/:(\w+)/g, '{$1}');
    const method = (methodOf(entry.op) ?? 'GET').toLowerCase();
    const input = inputs.roots[entry.key] ?? {};
    const output = outputs.roots[entry.key] ?? {};
    paths[path] = { ...paths[path], [method]: describe(entry, input, output) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version: source.version,
      description: 'A control plane for companies of AI agents.',
    },
    tags: source.contracts.map(({ name, summary }) => ({ name, description: summary })),
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      schemas: {
        Problem: problemSchema,
        ...reachable(outputs.components, paths),
      },
      responses: sharedResponses(),
      headers: responseHeaders,
      parameters: headerParameters,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "An agent's key, a run's token or a board token.",
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'muster.session_token',
          description: 'What signing in gives; `__Host-muster.session_token` over https. A change '
            + 'with it needs an Origin of this installation and application/json.',
        },
      },
    },
  };
}

function entriesOf({ contracts, composed }: OpenApiSource): Entry[] {
  const own = contracts.flatMap(({ name, operations }) =>
    Object.entries(operations).map(([key, op]) => ({ key, tag: name, op })),
  );
  const together = Object.entries(composed).map(([key, op]) => ({ key, tag: 'gateway', op }));
  return [...own, ...together].filter(({ op }) => op.http !== undefined);
}

/**
 * Two operations may share a schema without a name; the registry wants each of them once. A copy
 * without its definition would be shown as a reference to the first.
 */
function distinct(roots: ReadonlyMap<string, z.ZodType>): Map<string, z.ZodType> {
  const seen = new Set<z.ZodType>();
  return new Map(
    [...roots].map(([key, schema]) => {
      const own = seen.has(schema) && !named.has(schema) ? schema.clone(schema._zod.def) : schema;
      seen.add(schema);
      return [key, own];
    }),
  );
}

function describe({ key, tag, op }: Entry, input: Json, output: Json): Json {
  const parameters = parametersOf(op, input);
  return {
    operationId: key,
    tags: [tag],
    summary: op.summary,
    ...(isPrivate(op) ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(op) ? { requestBody: requestBody(op, input) } : {}),
    responses: responses(op, output),
  };
}

function fieldsOf(input: Json): { properties: Json; required: readonly unknown[] } {
  const { properties, required } = input;
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required : [],
  };
}

function parametersOf(op: Operation, input: Json): Json[] {
  const { properties, required } = fieldsOf(input);
  const inPath = pathParams(op).map((name): Json => {
    return { name, in: 'path', required: true, schema: properties[name] ?? {} };
  });
  const queryFields = isRepeatable(op) ? op.inQuery ?? [] : bodyFields(op);
  const inQuery = queryFields.map((name): Json => {
    const schema = properties[name];
    const isList = isRecord(schema) && schema['type'] === 'array';
    const style = isList ? { style: 'form', explode: false } : {};
    return { name, in: 'query', required: required.includes(name), ...style, schema: schema ?? {} };
  });
  const inHeader = Object.entries(op.headers ?? {}).map(([field, name]): Json => {
    const schema = properties[field] ?? {};
    return { name, in: 'header', required: required.includes(field), schema };
  });
  return [...inPath, ...inQuery, ...inHeader, ...headersOf(op)];
}

function requestBody(op: Operation, input: Json): Json {
  const { properties, required } = fieldsOf(input);
  const fields = bodyFields(op);
  const needed = required.filter((name) => fields.some((field) => field === name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, properties[name] ?? {}])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

const headerParameter = (name: string, description: string, schema: Json = {}): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

const headerParameters: Json = {
  RequestId: headerParameter('X-Request-Id', 'Your id for this request; made when absent.'),
  RunId: headerParameter('X-Run-Id', 'The heartbeat run that the caller works for.', {
    format: 'uuid',
  }),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'The same key and body get the first answer again, for 48 hours.',
  ),
  IfMatch: headerParameter('If-Match', 'The `version` that was read, in quotes; else 412.'),
  Prefer: headerParameter('Prefer', 'Refuse unknown fields instead of ignoring them.', {
    enum: ['handling=strict'],
  }),
};

function headersOf(op: Operation): Json[] {
  const names = [
    'RequestId',
    ...(op.who.includes('agent') ? ['RunId'] : []),
    ...(isRepeatable(op) ? ['IdempotencyKey'] : []),
    ...(hasVersion(op) ? ['IfMatch'] : []),
    ...(isPrivate(op) ? ['Prefer'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
