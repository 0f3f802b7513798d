/** The answers of an operation in OpenAPI: its success, and its refusals grouped by status. */
import { isWrite, methodOf, pathParams, type Operation } from './define.ts';
import type { Json } from './openapi-schemas.ts';
import { type RefusalCode, refusals } from './refusals.ts';

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Which operations may give a refusal that they do not name. */
const unnamed: readonly (readonly [RefusalCode, (op: Operation) => boolean])[] = [
  ['invalid_input', () => true],
  ['malformed_json', mayCarryBody],
  ['body_too_large', mayCarryBody],
  ['unsupported_media_type', mayCarryBody],
  ['invalid_cursor', (op) => op.paged === true],
  ['unauthenticated', isPrivate],
  ['run_superseded', (op) => op.who.includes('agent')],
  ['board_only', (op) => isPrivate(op) && !op.who.includes('agent')],
  ['agent_only', (op) => isPrivate(op) && !op.who.includes('board')],
  ['viewer_reads_only', (op) => isForMembers(op) && isWrite(op)],
  ['permission_missing', needsPermission],
  ['owner_only', ({ needs }) => needs === 'owner'],
  ['instance_admin_only', ({ needs }) => needs === 'instance_admin'],
  ['foreign_origin', (op) => isPrivate(op) && op.who.includes('board') && isWrite(op)],
  ['company_not_found', (op) => 'companyId' in op.input.shape],
  ['request_in_progress', isRepeatable],
  ['idempotency_key_reused', isRepeatable],
  ['version_mismatch', hasVersion],
  ['unknown_run', isPrivate],
  ['company_archived', (op) => isPrivate(op) && isWrite(op)],
  ['result_too_large', (op) => op.paged === true],
  ['rate_limited', () => true],
  ['overloaded', () => true],
  ['unavailable', () => true],
  ['deadline_exceeded', () => true],
];

export function isPrivate(op: Operation): boolean {
  return !op.who.includes('public');
}

/** Whether it is about a company, in which a board user has a role. */
function isForMembers({ needs, aboutCaller, ...op }: Operation): boolean {
  if (aboutCaller || needs === 'instance_admin') return false;
  return isPrivate(op) && op.who.includes('board');
}

function needsPermission({ needs }: Operation): boolean {
  return needs !== undefined && needs !== 'owner' && needs !== 'instance_admin';
}

/** Whether an Idempotency-Key means anything to it. */
export function isRepeatable(op: Operation): boolean {
  return methodOf(op) === 'POST' || methodOf(op) === 'PATCH';
}

/** A body that comes with it is read, whether it says anything or not. */
function mayCarryBody(op: Operation): boolean {
  return methodOf(op) !== 'GET';
}

export function hasVersion(op: Operation): boolean {
  return 'ifVersion' in op.input.shape;
}

export function hasBody(op: Operation): boolean {
  return isRepeatable(op) && bodyFields(op).length > 0;
}

export function bodyFields(op: Operation): string[] {
  const elsewhere = new Set([
    ...pathParams(op), ...(op.inQuery ?? []), ...Object.keys(op.headers ?? {}), 'ifVersion',
  ]);
  return Object.keys(op.input.shape).filter((field) => !elsewhere.has(field));
}

export function refusalsOf(op: Operation): RefusalCode[] {
  const also = unnamed.flatMap(([code, applies]) => (applies(op) ? [code] : []));
  return [...new Set([...also, ...op.refusals])];
}

export function responses(op: Operation, output: Json): Json {
  const byStatus = Map.groupBy(refusalsOf(op), (code) => refusals[code].status);
  const refused = [...byStatus].toSorted(([a], [b]) => a - b);
  return {
    [op.status ?? 200]: {
      description: op.summary,
      headers: successHeaders(op),
      content: {
        [op.produces ?? 'application/json']: { schema: output },
        ...(op.live ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
      },
    },
    ...Object.fromEntries(refused.map(([status, codes]) => [status, refusal(status, codes)])),
  };
}

/** The statuses that mean the same for every operation are said once. */
const shared: ReadonlyMap<number, string> = new Map([
  [401, 'Unauthenticated'],
  [429, 'RateLimited'],
  [503, 'Unavailable'],
]);

export function sharedResponses(): Json {
  const codes = Object.keys(refusals).filter(isCode);
  const entries = [...shared].map(([status, name]): [string, Json] => {
    const meant = codes.filter((code) => refusals[code].status === status);
    return [name, refusalResponse(status, meant)];
  });
  return Object.fromEntries(entries);
}

const isCode = (code: string): code is RefusalCode => code in refusals;

function refusal(status: number, codes: readonly RefusalCode[]): Json {
  const name = shared.get(status);
  return name === undefined
    ? refusalResponse(status, codes)
    : { $ref: `#/components/responses/${name}` };
}

const limitHeaders: Json = {
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
};

function successHeaders(op: Operation): Json {
  return {
    'X-Request-Id': header('RequestId'),
    ...(isPrivate(op) ? limitHeaders : {}),
    ...(op.paged ? { 'Next-Cursor': header('NextCursor'), Link: header('Link') } : {}),
    ...(op.live ? { 'Next-Cursor': header('FeedCursor') } : {}),
    ...(op.settles ? { Consistency: header('Consistency') } : {}),
    ...(isRepeatable(op) ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
  };
}

function refusalResponse(status: number, codes: readonly RefusalCode[]): Json {
  const description = codes.map((code) => `\`${code}\`: ${refusals[code].title}.`).join('\n');
  const headers = {
    ...(status === 401 ? { 'WWW-Authenticate': header('Challenge') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
    ...(status === 429 ? limitHeaders : {}),
  };
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: {
          $ref: '#/components/schemas/Problem',
          properties: { code: { enum: codes } },
        },
      },
    },
  };
}

const text = (description: string, schema: Json = { type: 'string' }): Json => ({
  description,
  schema,
});

export const responseHeaders: Json = {
  RequestId: text('The id of this request in every log line.'),
  NextCursor: text('Send it as `cursor` for the next page; absent on the last.'),
  FeedCursor: text('Send it as `after` to go on behind what was shown; it is always there.'),
  Link: text('The next page, as `<url>; rel="next"`.'),
  Consistency: text('`pending`: the write is durable, and a service has yet to follow it.'),
  IdempotentReplayed: text('`true`: the first answer to this key, given again.'),
  Challenge: text('How to authenticate.'),
  RateLimit: text('Requests left (`r`), and seconds until all are there again (`t`).'),
  RateLimitPolicy: text('Requests that may come at once (`q`), in how many seconds (`w`).'),
  RetryAfter: text('Seconds to wait before trying again.', { type: 'integer' }),
};

export const problemSchema: Json = {
  type: 'object',
  description: 'Every answer that is not a success.',
  properties: {
    error: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', description: 'Stable; branch on it.' },
    details: { description: 'Facts of this case; for `invalid_input` the fields that failed.' },
    hint: { type: 'string', description: 'What to do next.' },
    retryable: { type: 'boolean', description: 'The same request may succeed later.' },
    requestId: { type: 'string' },
    traceId: { type: 'string', description: 'The trace that the request is a part of.' },
  },
  required: ['error', 'code', 'retryable', 'requestId', 'traceId'],
};
