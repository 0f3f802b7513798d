/** What the OpenAPI document says of the answers of an operation, and what an answer has beyond it. */

interface Json {
  readonly [key: string]: unknown;
}

interface Parameter {
  readonly in?: string;
  readonly name: string;
  readonly example?: unknown;
  readonly required?: boolean;
}

interface Documented {
  readonly operationId: string;
  /** An empty list if the operation is public. */
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { content: { 'application/json': { example: Json } } };
  readonly responses: Readonly<Record<string, Responded>>;
}

export interface DescribedOperation extends Documented {
  readonly method: string;
  readonly path: string;
}

interface Responded {
  readonly $ref?: string;
  readonly headers?: object;
}

/** The operations of the document, by their names; references of their answers are followed. */
export function operationsOf(document: unknown): ReadonlyMap<string, DescribedOperation> {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Documented>>;
    components: { responses: Documented['responses'] };
  };
  const whole = (response: Responded): object =>
    response.$ref === undefined
      ? response
      : Object(components.responses[response.$ref.replace(/.*\//, '')]);
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => {
        const responses = Object.entries(route.responses).map(([status, response]) => [
          status,
          whole(response),
        ]);
        const followed = { ...route, responses: Object.fromEntries(responses) };
        return [route.operationId, { ...followed, method: method.toUpperCase(), path }] as const;
      }),
    ),
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

const ofLimits = ['ratelimit', 'ratelimit-policy'];
/** Statuses of requests that are refused before their caller is known and counted. */
const uncounted = [401, 421];

/** Headers of the answer that the document does not have for its status, and those that it lacks. */
export function wrongHeaders(
  operation: DescribedOperation,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): string[] {
  const response = operation.responses[status];
  if (response === undefined) return [`${status} is not described`];
  const known = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  const others = [...headers.keys()].filter(
    (name) => !known.includes(name) && !ofEveryAnswer.has(name),
  );
  const needed = status < 400 ? ofEverySuccess : neededByRefusal(operation, status, known);
  const lacking = needed.filter((name) => !headers.has(name) || !known.includes(name));
  return [
    ...others.map((name) => `${name} is not described`),
    ...lacking.map((name) => `no ${name}`),
  ];
}

const ofEverySuccess = ['x-request-id', 'cache-control'];
const ofRefusals: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  429: ['retry-after'],
  503: ['retry-after'],
};

/** All that are described, but for those that depend on the request. */
function neededByRefusal(
  { security }: DescribedOperation,
  status: number,
  known: readonly string[],
): string[] {
  const isCounted = security === undefined && !uncounted.includes(status);
  const described = known.filter(
    (name) => name !== 'idempotent-replayed' && (isCounted || !ofLimits.includes(name)),
  );
  return [...new Set([...ofEverySuccess, ...(ofRefusals[status] ?? []), ...described])];
}
