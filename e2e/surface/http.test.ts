/** The conventions of HTTP, for every route of the contracts. */
import { randomUUID } from 'node:crypto';
import { isRepeatable, isTagged, refusals, successesOf, UUID_PATTERN } from '@muster/contracts';
import { operationsOf, wrongHeaders, type DescribedOperation } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestOf, type Caller, type Reply, type SentRequest } from '../world/http-client.ts';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { exampleOf } from '../requests/inputs/example.ts';
import { routes, type Route } from '../requests/routes.ts';
import { openRawHttp, type RawHttp } from '../world/raw-http.ts';
import { useSharedWorld } from '../world/use-world.ts';

const BODY_MAX = 262_144;
const bodyMaxOf = ({ operation }: Route): number => operation.bodyMaxBytes ?? BODY_MAX;
const UUIDS = new RegExp(UUID_PATTERN, 'g');
const UNKNOWN = 'no_such_field';

const world = useSharedWorld();
let everything: OneOfEverything;
let described: ReadonlyMap<string, DescribedOperation>;
let http: RawHttp;
beforeAll(async () => {
  http = openRawHttp(world().stack.baseUrls[0] ?? '');
  everything = await createOneOfEverything(world(), 'Http');
  described = operationsOf((await world().board.get('/api/openapi.json')).body);
});
afterAll(() => http.close());

const isPublic = ({ operation: { who } }: Route): boolean => who.includes('public');
const isForBoard = ({ operation: { who } }: Route): boolean => who.includes('board');
const hasBody = ({ operation }: Route): boolean =>
  isRepeatable(operation) && !operation.bodyStreams;
const isPaged = ({ operation }: Route): boolean =>
  operation.paged === true && operation.produces === undefined;
const isVersioned = ({ operation, method }: Route): boolean =>
  (method === 'PUT' || method === 'PATCH') && 'ifVersion' in operation.input.shape;

const named = (which: (route: Route) => boolean) =>
  routes.filter(which).map((route): [string, Route] => [`${route.method} ${route.path}`, route]);

const callerOf = (route: Route): Caller =>
  isPublic(route) ? world().api.as() : isForBoard(route) ? world().board : everything.chief.caller;

const valid = (route: Route): SentRequest =>
  requestOf(route.operation, exampleOf(route, { ...everything.ids }));

/** The same request with ids of nothing, so that it has no effect. */
const withAbsentIds = (route: Route): SentRequest => {
  const { path, ...sent } = valid(route);
  return { ...sent, path: path.replaceAll(UUIDS, () => randomUUID()) };
};

interface Variation {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a variation of the request that no ordinary client would send. */
async function send(route: Route, variation: Variation): Promise<Reply> {
  const { method = route.method, body, headers } = variation;
  const token = isForBoard(route) ? world().stack.boardToken : everything.chief.token;
  const reply = await http.send({
    method,
    path: withAbsentIds(route).path,
    headers: {
      ...(isPublic(route) ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
  });
  const replyHeaders = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value !== undefined) replyHeaders.set(name, String(value));
  }
  const isJson = replyHeaders.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: reply.status,
    headers: replyHeaders,
    body: isJson && reply.text !== '' ? JSON.parse(reply.text) : reply.text,
  };
}

const codeOf = ({ body }: Reply): unknown => Object(body).code;
const wrongHeadersOf = ({ name }: Route, reply: Reply): string[] =>
  wrongHeaders(described.get(name) as DescribedOperation, reply);
const detailsOf = ({ body }: Reply): unknown[] =>
  ((Object(body).details ?? []) as { code: unknown }[]).map(({ code }) => code);

describe.each(named(() => true))('%s', (_, route) => {
  it('echoes the request id, and answers in the documented form', async () => {
    const id = `surface-${route.name}`;
    const sent = withAbsentIds(route);
    const reply = await send(route, {
      headers: { 'x-request-id': id },
      ...(hasBody(route) ? { body: JSON.stringify(sent.body ?? {}) } : {}),
    });
    expect(reply.headers.get('x-request-id')).toBe(id);
    expect(reply.headers.get('cache-control')).toMatch(/no-store|no-cache|immutable/);
    if (reply.status < 400) return;
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.body).toMatchObject({
      error: expect.stringMatching(/\S/),
      retryable: expect.any(Boolean),
      requestId: id,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      code: expect.toSatisfy((code: string) => code in refusals),
    });
  });

  it('refuses other methods, and lists its own', async () => {
    const hasPut = routes.some(({ path, method }) => path === route.path && method === 'PUT');
    const refused = await send(route, { method: hasPut ? 'POST' : 'PUT' });
    expect([refused.status, codeOf(refused)]).toEqual([405, 'method_not_allowed']);
    const allowed = refused.headers.get('allow')?.split(', ') ?? [];
    expect(allowed).toContain(route.method);
    const options = await send(route, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([405, allowed.join(', ')]);
    if (route.method !== 'GET') return;
    const [got, head] = [await send(route, {}), await send(route, { method: 'HEAD' })];
    expect([head.status, head.body]).toEqual([got.status, '']);
  });
});

/** An import answers before it has made anything: e2e/stories/company-packages.test.ts. */
const makesAtOnce = ({ operation }: Route): boolean =>
  operation.location !== undefined && successesOf(operation).includes(201);

describe.each(named(makesAtOnce))('%s', (_, route) => {
  it('says in Location where what it made is read', async () => {
    const { path, body } = valid(route);
    const made = await callerOf(route).post(path, body);
    expect(made.status).toBe(201);
    const read = await callerOf(route).get(made.headers.get('location') ?? '');
    expect(read).toMatchObject({ status: 200, body: { id: Object(made.body).id } });
  });
});

describe.each(named((route) => !isPublic(route)))('%s', (_, route) => {
  it('requires a credential', async () => {
    const reply = await send(route, { headers: { authorization: '' } });
    expect([reply.status, codeOf(reply)]).toEqual([401, 'unauthenticated']);
    // The tools say with it how to sign in.
    expect(reply.headers.get('www-authenticate')).toMatch(
      /^Bearer( resource_metadata="[^"]+"(, error="invalid_token")?)?$/,
    );
  });

  it('refuses unknown fields in strict handling', async () => {
    const sent = valid(route);
    const strict = { prefer: 'handling=strict' };
    const body = { ...Object(sent.body), [UNKNOWN]: 1 };
    const query = `${sent.path}${sent.path.includes('?') ? '&' : '?'}${UNKNOWN}=1`;
    const reply = await {
      GET: () => callerOf(route).get(query, strict),
      DELETE: () => callerOf(route).delete(query, strict),
      POST: () => callerOf(route).post(hasBody(route) ? sent.path : query, body, strict),
      PUT: () => callerOf(route).put(sent.path, body, strict),
      PATCH: () => callerOf(route).patch(sent.path, body, strict),
    }[route.method]();
    expect([reply.status, detailsOf(reply)]).toEqual([400, ['unrecognized_keys']]);
  });
});

/** A code that a program shows waits for its answer: services/gateway/test/oauth-devices.test.ts. */
const needsCode = ({ name }: Route): boolean => name === 'getAuthorizationRequest';
const isBoardRead = (route: Route): boolean => route.method === 'GET' && isForBoard(route);

describe.each(named((route) => isBoardRead(route) && !needsCode(route)))('%s', (_, route) => {
  it('names the fields that it ignores, and has a tag', async () => {
    const { path } = valid(route);
    const reply = await callerOf(route).get(`${path}${path.includes('?') ? '&' : '?'}${UNKNOWN}=1`);
    expect([reply.status, reply.headers.get('ignored-fields')]).toEqual([200, UNKNOWN]);
    if (isTagged(route.operation)) expect(reply.headers.get('etag')).toMatch(/^W\/"/);
  });
});

/** Any body is text for one that takes it whole: services/gateway/test/signals.test.ts. */
const takesJson = (route: Route): boolean => hasBody(route) && route.operation.bodyIn === undefined;

describe.each(named(takesJson))('%s', (_, route) => {
  const inside = (text: string): string => `{"${UNKNOWN}":${text}}`;
  const deep = inside(`${'['.repeat(40)}${']'.repeat(40)}`);
  const cases: [string, Variation, number, string, string?][] = [
    ['is no JSON', { body: '{no' }, 400, 'malformed_json'],
    ['is a list', { body: '[]' }, 400, 'invalid_input', 'invalid_type'],
    ['holds a NUL', { body: inside('"\\u0000"') }, 400, 'invalid_input', 'nul_character'],
    ['holds half a pair', { body: inside('"\\ud800"') }, 400, 'invalid_input', 'lone_surrogate'],
    ['is too deep', { body: deep }, 400, 'invalid_input', 'too_deep'],
    ['is too large', { body: inside(`"${'x'.repeat(bodyMaxOf(route))}"`) }, 413, 'body_too_large'],
    [
      'is a form',
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
  ];

  it.each(cases)('refuses a body that %s', async (_case, raw, status, code, detail) => {
    const reply = await send(route, raw);
    expect([reply.status, codeOf(reply)]).toEqual([status, code]);
    if (detail !== undefined) expect(detailsOf(reply)).toEqual([detail]);
    expect(wrongHeadersOf(route, reply)).toEqual([]);
  });

  it('refuses a malformed Idempotency-Key', async () => {
    const reply = await send(route, { body: '{}', headers: { 'idempotency-key': 'a b' } });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid_input']);
  });
});

describe.each(named(isPaged))('%s', (_, route) => {
  const getPage = (query: string) => {
    const url = new URL(valid(route).path, 'http://gateway');
    url.searchParams.delete('limit');
    const others = url.search === '' ? '?' : `${url.search}&`;
    return callerOf(route).get(`${url.pathname}${others}${query}`);
  };

  it('answers with a page of the requested size, and a link to the next one', async () => {
    const { status, body, headers } = await getPage('limit=1');
    expect([status, Array.isArray(body)]).toEqual([200, true]);
    expect((body as unknown[]).length).toBeLessThanOrEqual(1);
    const cursor = headers.get('next-cursor');
    if (cursor === null) return;
    const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect(new URL(link, 'http://gateway').searchParams.get('cursor')).toBe(cursor);
    const next = await callerOf(route).get(link);
    expect(next.status).toBe(200);
    expect(next.body).not.toEqual(body);
  });

  it('caps a limit at the maximum, and refuses a malformed one', async () => {
    expect((await getPage('limit=100000')).status).toBe(200);
    for (const limit of ['0', '-1', 'ten', '1.5']) {
      expect([limit, (await getPage(`limit=${limit}`)).status]).toEqual([limit, 400]);
    }
  });

  it('refuses a cursor that it has not issued', async () => {
    for (const cursor of ['abc', 'eyJhIjoxfQ', '%00', '..']) {
      const reply = await getPage(`cursor=${cursor}`);
      expect([cursor, reply.status]).toEqual([cursor, 400]);
      expect(codeOf(reply)).toBeOneOf(['invalid_cursor', 'invalid_input']);
    }
  });
});

describe.each(named(isVersioned))('%s', (_, route) => {
  it('refuses a stale version', async () => {
    const { path, body } = valid(route);
    const method = route.method === 'PUT' ? 'put' : 'patch';
    const stale = await callerOf(route)[method](path, body, { 'if-match': '"999999"' });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'version_mismatch']);
    expect(wrongHeadersOf(route, stale)).toEqual([]);
    const none = await callerOf(route)[method](path, body, { 'if-match': 'yesterday' });
    expect([none.status, codeOf(none)]).toEqual([400, 'invalid_input']);
  });
});

describe('an unknown path', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is 404 for %s', async (method) => {
    const reply = await fetch(`${world().stack.baseUrls[0]}/api/no/such/path`, { method });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: 'route_not_found', retryable: false });
  });
});
