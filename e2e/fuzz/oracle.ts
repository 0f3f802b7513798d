/** What may be answered, by the interface's own description of itself. */
import type { Operation } from '@muster/contracts';
import type { WireReply } from '../harness/wire.ts';
import type { Draft } from './draft.ts';

type Responses = Readonly<Record<string, { codes: readonly string[] }>>;
/** By operation: the statuses that it documents, each with its codes. */
export type Description = ReadonlyMap<string, Responses>;

type Json = Readonly<Record<string, unknown>>;

export function describeRoutes(openApi: Json): Description {
  const follow = (value: unknown): Json => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as Json;
    return $ref.slice(2).split('/').reduce((at, key) => at[key] as Json, openApi);
  };
  const operations = Object.values(openApi['paths'] as Json).flatMap((path) =>
    Object.values(path as Json)) as { operationId: string; responses: Json }[];
  return new Map(operations.map(({ operationId, responses }) => {
    const described = Object.entries(responses).map(([status, response]) =>
      [status, { codes: codesIn(follow(response)) }] as const);
    return [operationId, Object.fromEntries(described)];
  }));
}

function codesIn(response: Json): string[] {
  const json = Object(Object(response['content'])['application/json']) as { schema?: Json };
  return (json.schema as { properties?: { code?: { enum?: string[] } } } | undefined)
    ?.properties?.code?.enum ?? [];
}

/** The line and the headers of a request together may be this long at most, whatever it is. */
const TOO_LONG_A_HEAD = 431;

/** Words of our own programs that no answer may hold. */
const INSIDES = /\bat [\w.<>]+ \(|node_modules|node:internal|\.ts:\d+|\bpg_|SQLSTATE|relation "/;

export function faultsOf(described: Description, draft: Draft, reply: WireReply): string[] {
  const { status, text, headers } = reply;
  if (status >= 500) return [`answered with ${status}`];
  if (headers['x-request-id'] === undefined) return ['no request id'];
  if (status === TOO_LONG_A_HEAD) return [];
  if (draft.sketch.method === 'HEAD') return text === '' ? [] : ['a body to HEAD'];
  return status < 300 ? faultsOfSuccess(draft, reply) : faultsOfRefusal(described, draft, reply);
}

function faultsOfSuccess({ route: { operation }, elsewhere }: Draft, reply: WireReply): string[] {
  if (elsewhere) return [];
  if (reply.status !== (operation.status ?? 200)) return ['another success'];
  const parsed = operation.output.safeParse(readBody(operation, reply.text));
  return parsed.success ? [] : [`not the output: ${parsed.error.message}`];
}

function readBody({ produces }: Operation, text: string): unknown {
  if (produces === undefined) return JSON.parse(text);
  if (produces !== 'application/x-ndjson') return text;
  return text.split('\n').filter((line) => line !== '').map((line): unknown => JSON.parse(line));
}

function faultsOfRefusal(
  described: Description,
  { route, elsewhere, twist }: Draft,
  { status, text, headers }: WireReply,
): string[] {
  const problem: unknown = JSON.parse(text);
  if (!isProblem(problem)) return ['not the shape of an error'];
  const faults = INSIDES.test(text) ? ['tells of its insides'] : [];
  if (problem.requestId !== headers['x-request-id']) faults.push('another request id');
  // Tries of credentials are limited, others are not.
  const isTry = twist.startsWith('authorization') || TRIES.includes(route.name);
  const limited = status === 429 && !isTry;
  if (limited) faults.push('limited');
  if (elsewhere) return faults;
  const documented = described.get(route.name)?.[status];
  if (documented === undefined) return [...faults, `${status} ${problem.code} is not documented`];
  const isKnown = documented.codes.length === 0 || documented.codes.includes(problem.code);
  return isKnown ? faults : [...faults, `${problem.code} is not documented for ${status}`];
}

/** Operations that try a password. */
const TRIES = ['signIn', 'changePassword'];

type Problem = {
  readonly error: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly requestId: string;
};

const isProblem = (value: unknown): value is Problem => {
  const { error, code, retryable, requestId } = Object(value) as Record<string, unknown>;
  return typeof error === 'string' && typeof code === 'string' && /^[a-z_]+$/.test(code) &&
    typeof retryable === 'boolean' && typeof requestId === 'string';
};
