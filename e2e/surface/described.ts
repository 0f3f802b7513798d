/** What the OpenAPI document says of the answers of an operation, and what an answer has beyond it. */
import type { Caller, Reply } from '../world/http-client.ts';

interface Json {
  readonly [key: string]: unknown;
}

export interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { in?: string; name: string; example?: unknown }[];
  readonly requestBody?: { content: { 'application/json': { example: Json } } };
  readonly responses: Readonly<Record<string, Responded>>;
}

interface Responded {
  readonly $ref?: string;
  readonly headers?: object;
}

/** The operations of the document that the system serves; references of their answers are followed. */
export async function readDescribed(caller: Caller): Promise<ReadonlyMap<string, Described>> {
  const { body } = await caller.get('/api/openapi.json');
  const { paths, components } = body as {
    paths: Record<string, Record<string, Described>>;
    components: { responses: Described['responses'] };
  };
  const whole = (response: Responded): object =>
    response.$ref === undefined
      ? response
      : Object(components.responses[response.$ref.replace(/.*\//, '')]);
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  return new Map(
    all.map((route) => {
      const responses = Object.entries(route.responses).map(([status, response]) => [
        status,
        whole(response),
      ]);
      return [route.operationId, { ...route, responses: Object.fromEntries(responses) }];
    }),
  );
}

/** Of every answer of the gateway, or of HTTP itself: they say nothing of the operation. */
const ofEveryAnswer = new Set([
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-content-type-options',
]);

/** Headers that every answer with this status has. */
const needed: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  429: ['retry-after'],
  503: ['retry-after'],
};

/** Headers of the answer that the document does not have for its status, and those that it lacks. */
export function wrongHeaders({ responses }: Described, { status, headers }: Reply): string[] {
  const response = responses[status];
  if (response === undefined) return [`${status} is not described`];
  const known = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  const others = [...headers.keys()].filter(
    (name) => !known.includes(name) && !ofEveryAnswer.has(name),
  );
  const always = ['x-request-id', 'cache-control', ...(needed[status] ?? [])];
  const lacking = always.filter((name) => !headers.has(name) || !known.includes(name));
  return [
    ...others.map((name) => `${name} is not described`),
    ...lacking.map((name) => `no ${name}`),
  ];
}
