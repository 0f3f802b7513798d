/** Renders the contracts as an OpenAPI 3.1 document. It is for readers: no code is generated. */
import type { z } from 'zod';
import { CURRENCY } from '../billing/records.ts';
import { methodOf, pathOf, type Contract, type Operation } from '../define.ts';
import * as exported from '../index.ts';
import { describeFields, describeRecord } from './descriptions/descriptions.ts';
import { exampleAnswer } from './examples/answers.ts';
import { sharedParameters, parametersOf, requestBodyOf } from './parameters.ts';
import {
  hasBody,
  needsCredential,
  problemSchema,
  responseHeaders,
  responses,
  sharedResponses,
} from './responses.ts';
import { convert, namedSchemas, reachable, type Json } from './schemas.ts';

export interface OpenApiSource {
  readonly version: string;
  readonly contracts: readonly Contract[];
  /** Operations that the gateway composes from those of several services. */
  readonly composed: Readonly<Record<string, Operation>>;
}

interface Entry {
  readonly key: string;
  readonly tag: string;
  readonly op: Operation;
}

/** Each schema that the package exports becomes a component under its exported name. */
const named = namedSchemas(exported);

export function openApi(source: OpenApiSource): Json {
  const { paths, components } = pathsOf(entriesOf(source));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version: source.version,
      description: `A control plane for companies of AI agents. All money is in cents of ${CURRENCY}.`,
      // What holds for a repository without a license.
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers,
    tags: source.contracts.map(({ name, summary }) => ({ name, description: summary })),
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      schemas: { Problem: problemSchema, ...reachable(components, paths) },
      responses: sharedResponses(),
      headers: responseHeaders,
      parameters: sharedParameters,
      securitySchemes,
    },
  };
}

const servers: readonly Json[] = [
  { url: '/', description: 'The installation that serves this document.' },
  {
    url: '{origin}',
    description: 'Any installation.',
    variables: {
      origin: {
        default: 'http://localhost:3100',
        description: 'Scheme, host and port of the gateway.',
      },
    },
  },
];

const securitySchemes: Json = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An agent key, a run token or a board token.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'muster.session_token',
    description:
      'The cookie that signing in sets. Its name begins with `__Host-` over https, has the port of the ' +
      'installation (`muster-3100.session_token`) and ends in `.session` where the session has a page ' +
      'secret, which every request then sends as `X-Page-Secret`, or the limits of a token. ' +
      'A write with it needs an Origin of this installation and application/json.',
  },
};

function entriesOf({ contracts, composed }: OpenApiSource): Entry[] {
  const ofServices = contracts.flatMap(({ name, operations }) =>
    Object.entries(operations).map(([key, op]) => ({ key, tag: name, op })),
  );
  const ofGateway = Object.entries(composed).map(([key, op]) => ({ key, tag: 'gateway', op }));
  return [...ofServices, ...ofGateway].filter(({ op }) => op.http !== undefined);
}

interface Paths {
  readonly paths: Record<string, Json>;
  readonly components: Record<string, Json>;
}

/** Paths with their operations, and the components that their answers may refer to. */
function pathsOf(entries: readonly Entry[]): Paths {
  const enums = new Map([...named].filter(([schema]) => schema.type === 'enum'));
  const roots = (part: 'input' | 'output'): Map<string, z.ZodType> =>
    distinct(new Map(entries.map(({ key, op }) => [key, op[part]])));
  const inputs = convert(roots('input'), enums, 'input');
  const outputs = convert(roots('output'), named, 'output');
  const components = Object.fromEntries(
    Object.entries(outputs.components).map(([name, schema]) => [
      name,
      describeRecord(name, schema),
    ]),
  );
  const paths: Record<string, Json> = {};
  for (const entry of entries) {
    const path = (pathOf(entry.op) ?? '').replace(/:(\w+)/g, '{$1}');
    const method = (methodOf(entry.op) ?? 'GET').toLowerCase();
    const input = describedRoot(inputs.roots[entry.key], entry.key);
    const output = describedRoot(outputs.roots[entry.key], entry.key);
    paths[path] = { ...paths[path], [method]: describe(entry, input, output, components) };
  }
  return { paths, components };
}

const describedRoot = (schema: Json | undefined, key: string): Json =>
  describeFields(schema ?? {}, [key]) as Json;

/**
 * Clones a schema without a name where a second operation shares it, because the registry holds
 * each schema once. The clone has its own definition; without one, zod would render it as a
 * reference to the first.
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

function describe(
  { key, tag, op }: Entry,
  input: Json,
  output: Json,
  components: Readonly<Record<string, Json>>,
): Json {
  const parameters = parametersOf(key, op, input, components);
  return {
    operationId: key,
    tags: [tag],
    summary: op.summary,
    ...(needsCredential(op) ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(op) ? { requestBody: requestBodyOf(key, op, input) } : {}),
    responses: responses(op, output, exampleAnswer(output, components)),
  };
}
