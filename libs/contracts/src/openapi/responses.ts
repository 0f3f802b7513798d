/** The responses of an operation in OpenAPI: its success, and its refusals grouped by status. */
import {
  isRepeatable,
  isTagged,
  isWrite,
  methodOf,
  pathParams,
  successesOf,
  waitsWhilePaused,
  type Operation,
} from '../define.ts';
import { mayMeetQuota } from '../storage-quota.ts';
import { selectableOf } from '../selection.ts';
import type { Json } from './schemas.ts';
import { isDecidedAnew } from '../refusals/refusal.ts';
import { type RefusalCode, refusals } from '../refusals/refusals.ts';

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Refusals that operations can answer without declaring them, and which operations those are. */
const implied: readonly (readonly [RefusalCode, (op: Operation) => boolean])[] = [
  ['invalid_input', () => true],
  ['malformed_json', canHaveBody],
  ['body_too_large', canHaveBody],
  ['unsupported_media_type', canHaveBody],
  ['invalid_cursor', (op) => 'cursor' in op.input.shape],
  ['unauthenticated', needsCredential],
  ['run_superseded', (op) => op.who.includes('agent')],
  ['board_only', (op) => needsCredential(op) && (!op.who.includes('agent') || setsPolicy(op))],
  ['agent_only', (op) => needsCredential(op) && !op.who.includes('board')],
  ['viewer_reads_only', (op) => isForMembers(op) && isWrite(op)],
  ['permission_missing', needsPermission],
  ['owner_only', ({ needs }) => needs === 'owner'],
  ['instance_admin_only', ({ needs }) => needs === 'instance_admin'],
  ['foreign_origin', takesSession],
  ['json_required', (op) => takesSession(op) && isWrite(op)],
  ['misdirected_request', takesSession],
  ['company_not_found', (op) => 'companyId' in op.input.shape || 'companies' in op.input.shape],
  ['request_in_progress', isRepeatable],
  ['idempotency_key_reused', isRepeatable],
  ['version_mismatch', hasVersion],
  ['unknown_run', needsCredential],
  ['company_archived', (op) => needsCredential(op) && isWrite(op)],
  ['agent_paused', waitsWhilePaused],
  ['company_paused', waitsWhilePaused],
  ['storage_quota_reached', mayMeetQuota],
  ['result_too_large', (op) => op.paged === true],
  ['rate_limited', () => true],
  ['overloaded', () => true],
  ['unavailable', () => true],
  ['deadline_exceeded', () => true],
];

export function needsCredential(op: Operation): boolean {
  return !op.who.includes('public');
}

/** Whether a cookie may be its credential. */
function takesSession(op: Operation): boolean {
  return needsCredential(op) && op.who.includes('board');
}

/** Whether one of its fields is for the board only: the policy of reviews. */
const setsPolicy = ({ input }: Operation): boolean => 'reviewPolicy' in input.shape;

/** Whether the operation belongs to a company, in which a board user has a role. */
function isForMembers({ needs, aboutCaller, ...op }: Operation): boolean {
  if (aboutCaller || needs === 'instance_admin') return false;
  return needsCredential(op) && op.who.includes('board');
}

function needsPermission({ needs, mayNeed }: Operation): boolean {
  if (mayNeed) return true;
  return needs !== undefined && needs !== 'owner' && needs !== 'instance_admin';
}

/** A body is read and checked for any method but GET, even where the input has no body fields. */
function canHaveBody(op: Operation): boolean {
  return methodOf(op) !== 'GET';
}

export function hasVersion(op: Operation): boolean {
  return 'ifVersion' in op.input.shape;
}

export function hasBody(op: Operation): boolean {
  return isRepeatable(op) && bodyFields(op).length > 0;
}

export function bodyFields(op: Operation): string[] {
  const outsideBody = new Set([...pathParams(op), ...Object.keys(op.headers ?? {}), 'ifVersion']);
  return Object.keys(op.input.shape).filter((field) => !outsideBody.has(field));
}

export function refusalsOf(op: Operation): RefusalCode[] {
  const also = implied.flatMap(([code, applies]) => (applies(op) ? [code] : []));
  return [...new Set([...also, ...op.refusals])];
}

export function responses(op: Operation, output: Json, example: unknown): Json {
  const byStatus = Map.groupBy(refusalsOf(op), (code) => refusals[code].status);
  const refused = [...byStatus].toSorted(([a], [b]) => a - b);
  const success: Json = {
    description: op.summary,
    headers: successHeaders(op),
    content: {
      [op.produces ?? 'application/json']: { schema: output, ...exampleIn(op, example) },
      ...(op.sends?.includes('Vary') ? { 'text/plain': { schema: output } } : {}),
      ...(op.live ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
    },
  };
  return {
    ...Object.fromEntries(successesOf(op).map((status) => [status, success])),
    ...(isTagged(op) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...Object.fromEntries(refused.map(([status, codes]) => [status, refusal(op, status, codes)])),
  };
}

/** Texts say themselves what they are like. */
const exampleIn = (op: Operation, example: unknown): Json =>
  op.produces === undefined ? { example } : {};

/** Statuses with the same meaning for every operation, each a response under `components`. */
const shared: ReadonlyMap<number, string> = new Map([
  [401, 'Unauthenticated'],
  [421, 'MisdirectedRequest'],
  [429, 'RateLimited'],
  [503, 'Unavailable'],
]);

export function sharedResponses(): Json {
  const codes = Object.keys(refusals).filter(isCode);
  const entries = [...shared].map(([status, name]): [string, Json] => {
    const withStatus = codes.filter((code) => refusals[code].status === status);
    const others = { ...limitHeaders, ...replayedHeader(withStatus) };
    return [name, refusalResponse(status, withStatus, status === UNCOUNTED ? {} : others)];
  });
  return {
    NotModified: {
      description: 'The answer is the one that `If-None-Match` names.',
      headers: {
        'X-Request-Id': header('RequestId'),
        ETag: header('ETag'),
        'Cache-Control': header('CacheControl'),
        Vary: header('Vary'),
        ...limitHeaders,
      },
    },
    ...Object.fromEntries(entries),
  };
}

const isCode = (code: string): code is RefusalCode => code in refusals;

/** A request for another host is refused before its credential is looked at. */
const UNCOUNTED = 421;

function refusal(op: Operation, status: number, codes: readonly RefusalCode[]): Json {
  // What all answers of the path have, its refusals have as well.
  const varies = op.sends?.includes('Vary') ? { Vary: header('Vary') } : undefined;
  const name = varies ? undefined : shared.get(status);
  if (name !== undefined) return { $ref: `#/components/responses/${name}` };
  return refusalResponse(status, codes, {
    ...(needsCredential(op) ? limitHeaders : {}),
    ...(isRepeatable(op) ? replayedHeader(codes) : {}),
    ...varies,
  });
}

/** A refusal that is decided anew is not stored. */
const replayedHeader = (codes: readonly RefusalCode[]): Json =>
  codes.some((code) => !isDecidedAnew(code))
    ? { 'Idempotent-Replayed': header('IdempotentReplayed') }
    : {};

const limitHeaders: Json = {
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
};

function successHeaders(op: Operation): Json {
  return {
    'X-Request-Id': header('RequestId'),
    'Cache-Control': header('CacheControl'),
    'Ignored-Fields': header('IgnoredFields'),
    ...Object.fromEntries((op.sends ?? []).map((name) => [name, header(name)])),
    ...(needsCredential(op) ? limitHeaders : {}),
    ...(op.paged
      ? {
          'Next-Cursor': header('NextCursor'),
          Link: header('Link'),
          'Limit-Applied': header('LimitApplied'),
        }
      : {}),
    ...(op.live ? { 'Next-Cursor': header('FeedCursor') } : {}),
    ...(isTagged(op) ? { ETag: header('ETag') } : {}),
    ...(isTagged(op) || op.sends?.includes('ETag')
      ? { Vary: header('Vary'), 'Content-Encoding': header('ContentEncoding') }
      : {}),
    ...(isWrite(op) && op.emits ? { 'Consistency-Token': header('ConsistencyToken') } : {}),
    ...(selectableOf(op)?.minimal ? { 'Preference-Applied': header('PreferenceApplied') } : {}),
    ...(op.location ? { Location: header('Location') } : {}),
    ...(op.settles ? { Consistency: header('Consistency') } : {}),
    ...(isRepeatable(op) ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
  };
}

function refusalResponse(status: number, codes: readonly RefusalCode[], others: Json): Json {
  const description = codes.map((code) => `\`${code}\`: ${refusals[code].title}.`).join('\n');
  const headers = {
    'X-Request-Id': header('RequestId'),
    'Cache-Control': header('CacheControl'),
    ...(status === 401 ? { 'WWW-Authenticate': header('Challenge') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
    ...others,
  };
  return {
    description,
    headers,
    content: {
      'application/json': {
        schema: {
          // Not next to the reference, where generators lose it.
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: codeOf(codes) }, required: ['code'] },
          ],
        },
      },
    },
  };
}

const codeOf = (codes: readonly RefusalCode[]): Json => ({
  type: 'string',
  enum: codes,
  description: 'Which refusal it is.',
});

const text = (description: string, schema: Json = { type: 'string' }): Json => ({
  description,
  schema,
});

export const responseHeaders: Json = {
  RequestId: text('The id of this request; it is in every log line about it.'),
  NextCursor: text('Pass as `cursor` to get the next page. Absent on the last page.'),
  'Left-Out': text('How many the list leaves out unless they are asked for. Absent if none.', {
    type: 'integer',
  }),
  LimitApplied: text('The most that a page has, where `limit` asks for more.', { type: 'integer' }),
  FeedCursor: text('Pass as `after` to continue after the last entry. Always present.'),
  Location: text('The path of what was made.'),
  ETag: text('Of the bytes of the answer; of a record with a version it begins with the version.'),
  IgnoredFields: text('The fields of the request that are not known and were ignored.'),
  'Muster-Version': text('The version of the installation.'),
  'Set-Cookie': text('The cookie of the session; its first line, there may be more.'),
  'Accept-Ranges': text('`bytes`: a part may be asked for by `Range`.'),
  'Content-Range': text('Which part of the file it is, and how long the whole is.'),
  'Content-Disposition': text('That a browser keeps it as a file, and under which name.'),
  CacheControl: text('Whether and by whom the answer may be kept.'),
  Vary: text('The headers of the request on which a kept answer depends.'),
  ContentEncoding: text('`gzip`, of large answers to clients that accept it.'),
  ConsistencyToken: text(
    'The position of the write in the log of its service, `service:company:number`. Absent if ' +
      'nothing has changed.',
  ),
  PreferenceApplied: text('`return=minimal`, where `Prefer` asked for it.'),
  Link: text('URL of the next page, as `<url>; rel="next"`.'),
  Consistency: text('`pending`: the write is durable, but not yet applied by every service.'),
  IdempotentReplayed: text('`true`: the stored answer to an earlier request with this key.'),
  Challenge: text('The authentication scheme to use.'),
  RateLimit: text('Requests left (`r`) and seconds until the full quota is available again (`t`).'),
  RateLimitPolicy: text('The quota: `q` requests in a window of `w` seconds.'),
  RetryAfter: text('Seconds to wait before sending the request again.', { type: 'integer' }),
};

export const problemSchema: Json = {
  type: 'object',
  description: 'The body of every answer that is not a success.',
  properties: {
    error: { type: 'string', description: 'What went wrong, in a sentence for a person.' },
    code: { type: 'string', description: 'Stable code of the refusal; branch on it.' },
    details: { description: 'Facts of this case; for `invalid_input` the fields that are wrong.' },
    hint: { type: 'string', description: 'The next step.' },
    retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
    requestId: {
      type: 'string',
      description: 'The id of the request, for a report of the problem.',
    },
    traceId: { type: 'string', description: 'The id of the trace that contains the request.' },
  },
  required: ['error', 'code', 'retryable', 'requestId', 'traceId'],
};
