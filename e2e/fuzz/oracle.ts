/** Judges answers by the OpenAPI document of the interface. */
import { composed, selectableOf, successesOf, type Operation } from '@muster/contracts';
import { isStream, type RawReply } from '../world/raw-http.ts';
import type { Draft } from './draft.ts';

type Responses = Readonly<Record<string, { codes: readonly string[] }>>;
/** The documented statuses of each operation, with their codes. */
export type Description = ReadonlyMap<string, Responses>;

type Json = Readonly<Record<string, unknown>>;

export function describeRoutes(openApi: Json): Description {
  const follow = (value: unknown): Json => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as Json;
    return $ref
      .slice(2)
      .split('/')
      .reduce((at, key) => at[key] as Json, openApi);
  };
  const operations = Object.values(openApi['paths'] as Json).flatMap((path) =>
    Object.values(path as Json),
  ) as { operationId: string; responses: Json }[];
  return new Map(
    operations.map(({ operationId, responses }) => {
      const described = Object.entries(responses).map(
        ([status, response]) => [status, { codes: codesIn(follow(response)) }] as const,
      );
      return [operationId, Object.fromEntries(described)];
    }),
  );
}

/** A refusal is a problem, and one of the codes of its operation and status. */
function codesIn(response: Json): string[] {
  const json = Object(Object(response['content'])['application/json']) as {
    schema?: { allOf?: { properties?: { code?: { enum?: string[] } } }[] };
  };
  return (json.schema?.allOf ?? []).flatMap(({ properties }) => properties?.code?.enum ?? []);
}

/** The status for a request line and headers that are too long together, on any route. */
const HEAD_TOO_LARGE = 431;

/** Internals of the services, which no answer may reveal. */
const INTERNALS = /\bat [\w.<>]+ \(|node_modules|node:internal|\.ts:\d+|\bpg_|SQLSTATE|relation "/;

export function faultsOf(described: Description, draft: Draft, reply: RawReply): string[] {
  const { status, text, headers } = reply;
  if (status >= 500) return [`answered with ${status}`];
  if (headers['x-request-id'] === undefined) return ['no request id'];
  if (status === HEAD_TOO_LARGE) return [];
  if (draft.parts.method === 'HEAD') return text === '' ? [] : ['a body to HEAD'];
  return status < 300 ? faultsOfSuccess(draft, reply) : faultsOfRefusal(described, draft, reply);
}

function faultsOfSuccess(
  { route: { operation }, mayChangeRoute, parts: { query } }: Draft,
  reply: RawReply,
): string[] {
  if (mayChangeRoute) return [];
  // A notification is heard and not answered.
  if (operation === composed.callMcp && reply.status === 202 && reply.text === '') return [];
  if (!successesOf(operation).includes(reply.status)) return ['another status of success'];
  if (isStream(reply)) return operation.live ? [] : ['a stream that is not documented'];
  const body = readBody(operation, reply.text);
  const selectable = selectableOf(operation);
  const names = Object.keys(selectable?.parameters.shape ?? {});
  const isPart = query.some((pair) => names.includes(pair.split('=', 1)[0] as string));
  if (selectable && (isPart || reply.headers['preference-applied'] !== undefined)) {
    return faultsOfPart(selectable.fields, body);
  }
  const parsed = operation.output.safeParse(body);
  return parsed.success ? [] : [`does not match the output schema: ${parsed.error.message}`];
}

/** Of an answer from which the client has asked for a part. */
function faultsOfPart(fields: readonly string[], body: unknown): string[] {
  const names = [body].flat().flatMap((row) => Object.keys(row as object));
  const others = names.filter((name) => name !== 'more' && !fields.includes(name));
  return others.map((name) => `${name} is not a field of the answer`);
}

function readBody({ produces }: Operation, text: string): unknown {
  if (produces === undefined) return JSON.parse(text);
  if (produces !== 'application/x-ndjson') return text;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

function faultsOfRefusal(
  described: Description,
  { route, mayChangeRoute, mutation }: Draft,
  { status, text, headers }: RawReply,
): string[] {
  const problem: unknown = JSON.parse(text);
  if (route.operation === composed.callMcp && isJsonRpcError(problem)) return [];
  if (!isProblem(problem)) return ['not the shape of an error'];
  const faults = INTERNALS.test(text) ? ['reveals internals'] : [];
  if (problem.requestId !== headers['x-request-id']) faults.push('another request id');
  // Attempts with credentials are rate-limited, other requests are not.
  const isTry = mutation.startsWith('authorization') || TRIES.includes(route.name);
  const limited = status === 429 && !isTry;
  if (limited) faults.push('rate-limited');
  if (mayChangeRoute) return faults;
  const documented = described.get(route.name)?.[status];
  if (documented === undefined) return [...faults, `${status} ${problem.code} is not documented`];
  const isKnown = documented.codes.includes(problem.code);
  return isKnown ? faults : [...faults, `${problem.code} is not documented for ${status}`];
}

/** Operations that check a password. */
const TRIES = ['signIn', 'changePassword'];

/** The protocol says what an error of it looks like. */
const isJsonRpcError = (body: unknown): boolean =>
  typeof Object(Object(body).error).code === 'number';

interface Problem {
  readonly error: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly requestId: string;
}

const isProblem = (value: unknown): value is Problem => {
  const { error, code, retryable, requestId } = Object(value) as Record<string, unknown>;
  return (
    typeof error === 'string' &&
    typeof code === 'string' &&
    /^[a-z_]+$/.test(code) &&
    typeof retryable === 'boolean' &&
    typeof requestId === 'string'
  );
};
