/** The conventions of HTTP, held for every route there is: the table is the contracts. */
import { randomUUID } from 'node:crypto';
import { refusals } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../harness/api.ts';
import type { Caller, Reply, Sent } from '../harness/api.ts';
import { foundEstate } from '../harness/estate.ts';
import type { Estate } from '../harness/estate.ts';
import { exampleOf } from '../harness/inputs/example.ts';
import { routes } from '../harness/routes.ts';
import type { Route } from '../harness/routes.ts';
import { useCommonWorld } from '../harness/stack.ts';

const BODY_MAX = 262_144;
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const UNKNOWN = 'no_such_field';

const world = useCommonWorld();
let estate: Estate;
beforeAll(async () => {
  estate = await foundEstate(world(), 'Http');
});

const isPublic = ({ operation: { who } }: Route): boolean => who.includes('public');
const isForBoard = ({ operation: { who } }: Route): boolean => who.includes('board');
const hasBody = ({ method }: Route): boolean => method === 'POST' || method === 'PATCH';
const isPaged = ({ operation }: Route): boolean => operation.paged === true &&
  operation.produces === undefined;
const isVersioned = ({ operation, method }: Route): boolean =>
  method === 'PATCH' && 'ifVersion' in operation.input.shape;

const named = (which: (route: Route) => boolean) =>
  routes.filter(which).map((route): [string, Route] => [`${route.method} ${route.path}`, route]);

const callerOf = (route: Route): Caller =>
  isPublic(route) ? world().api.as() : isForBoard(route) ? world().board : estate.chief.caller;

const valid = (route: Route): Sent =>
  requestOf(route.operation, exampleOf(route, { ...estate.ids }));

/** The same request to things that are not there, so that nothing comes of it. */
const fruitless = (route: Route): Sent => {
  const { path, ...sent } = valid(route);
  return { ...sent, path: path.replaceAll(UUIDS, () => randomUUID()) };
};

type Raw = { readonly method?: string; readonly body?: string; readonly headers?: object };

/** What no client of ours would send. */
async function send(route: Route, { method = route.method, body, headers }: Raw): Promise<Reply> {
  const token = isForBoard(route) ? world().stack.boardToken : estate.chief.token;
  const response = await fetch(`${world().stack.baseUrls[0]}${fruitless(route).path}`, {
    method,
    headers: {
      ...(isPublic(route) ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status, headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

const codeOf = ({ body }: Reply): unknown => Object(body).code;
const detailsOf = ({ body }: Reply): unknown[] =>
  ((Object(body).details ?? []) as { code: unknown }[]).map(({ code }) => code);

describe.each(named(() => true))('%s', (_, route) => {
  test('echoes a request id and answers in the shape that is written', async () => {
    const id = `surface-${route.name}`;
    const sent = fruitless(route);
    const reply = await send(route, {
      headers: { 'x-request-id': id },
      ...(hasBody(route) ? { body: JSON.stringify(sent.body ?? {}) } : {}),
    });
    expect(reply.headers.get('x-request-id')).toBe(id);
    expect(reply.headers.get('cache-control')).toMatch(/no-store|immutable/);
    if (reply.status < 400) return;
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.body).toMatchObject({
      error: expect.stringMatching(/\S/), retryable: expect.any(Boolean), requestId: id,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      code: expect.toSatisfy((code: string) => code in refusals),
    });
  });

  test('has the methods that it has, and says which', async () => {
    const refused = await send(route, { method: 'PUT' });
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

describe.each(named((route) => !isPublic(route)))('%s', (_, route) => {
  test('asks for a credential', async () => {
    const reply = await send(route, { headers: { authorization: '' } });
    expect([reply.status, codeOf(reply)]).toEqual([401, 'unauthenticated']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('refuses what it does not know where it is asked to be strict', async () => {
    const sent = valid(route);
    const strict = { prefer: 'handling=strict' };
    const body = { ...Object(sent.body), [UNKNOWN]: 1 };
    const query = `${sent.path}${sent.path.includes('?') ? '&' : '?'}${UNKNOWN}=1`;
    const reply = await {
      GET: () => callerOf(route).get(query, strict),
      DELETE: () => callerOf(route).delete(query, strict),
      POST: () => callerOf(route).post(sent.path, body, strict),
      PATCH: () => callerOf(route).patch(sent.path, body, strict),
    }[route.method]();
    expect([reply.status, detailsOf(reply)]).toEqual([400, ['unrecognized_keys']]);
  });
});

describe.each(named((route) => route.method === 'GET' && isForBoard(route)))('%s', (_, route) => {
  test('names what it ignores', async () => {
    const { path } = valid(route);
    const reply = await callerOf(route).get(`${path}${path.includes('?') ? '&' : '?'}${UNKNOWN}=1`);
    expect([reply.status, reply.headers.get('ignored-fields')]).toEqual([200, UNKNOWN]);
  });
});

describe.each(named(hasBody))('%s', (_, route) => {
  const inside = (text: string): string => `{"${UNKNOWN}":${text}}`;
  const deep = inside(`${'['.repeat(40)}${']'.repeat(40)}`);
  const cases: [string, Raw, number, string, string?][] = [
    ['is no JSON', { body: '{no' }, 400, 'malformed_json'],
    ['is a list', { body: '[]' }, 400, 'invalid_input', 'invalid_type'],
    ['holds a NUL', { body: inside('"\\u0000"') }, 400, 'invalid_input', 'nul_character'],
    ['holds half a pair', { body: inside('"\\ud800"') }, 400, 'invalid_input', 'lone_surrogate'],
    ['is too deep', { body: deep }, 400, 'invalid_input', 'too_deep'],
    ['is too large', { body: inside(`"${'x'.repeat(BODY_MAX)}"`) }, 413, 'body_too_large'],
    ['is a form', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415, 'unsupported_media_type'],
  ];

  test.each(cases)('refuses a body that %s', async (_case, raw, status, code, detail) => {
    const reply = await send(route, raw);
    expect([reply.status, codeOf(reply)]).toEqual([status, code]);
    if (detail !== undefined) expect(detailsOf(reply)).toEqual([detail]);
  });

  test('refuses an Idempotency-Key that is none', async () => {
    const reply = await send(route, { body: '{}', headers: { 'idempotency-key': 'a b' } });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid_input']);
  });
});

describe.each(named(isPaged))('%s', (_, route) => {
  const ask = (query: string) => {
    const url = new URL(valid(route).path, 'http://door');
    url.searchParams.delete('limit');
    const others = url.search === '' ? '?' : `${url.search}&`;
    return callerOf(route).get(`${url.pathname}${others}${query}`);
  };

  test('gives a page of the size that is asked for, and where the next one is', async () => {
    const { status, body, headers } = await ask('limit=1');
    expect([status, Array.isArray(body)]).toEqual([200, true]);
    expect((body as unknown[]).length).toBeLessThanOrEqual(1);
    const cursor = headers.get('next-cursor');
    if (cursor === null) return;
    const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect(new URL(link, 'http://door').searchParams.get('cursor')).toBe(cursor);
    const next = await callerOf(route).get(link);
    expect(next.status).toBe(200);
    expect(next.body).not.toEqual(body);
  });

  test('takes a limit over the largest for the largest, and refuses what is none', async () => {
    expect((await ask('limit=100000')).status).toBe(200);
    for (const limit of ['0', '-1', 'ten', '1.5']) {
      expect([limit, (await ask(`limit=${limit}`)).status]).toEqual([limit, 400]);
    }
  });

  test('refuses a cursor that it has not given', async () => {
    for (const cursor of ['abc', 'eyJhIjoxfQ', '%00', '..']) {
      const reply = await ask(`cursor=${cursor}`);
      expect([cursor, reply.status]).toEqual([cursor, 400]);
      expect(codeOf(reply)).toBeOneOf(['invalid_cursor', 'invalid_input']);
    }
  });
});

describe.each(named(isVersioned))('%s', (_, route) => {
  test('changes nothing that has changed since it was read', async () => {
    const { path, body } = valid(route);
    const stale = await callerOf(route).patch(path, body, { 'if-match': '"999999"' });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'version_mismatch']);
    const none = await callerOf(route).patch(path, body, { 'if-match': 'yesterday' });
    expect([none.status, codeOf(none)]).toEqual([400, 'invalid_input']);
  });
});

describe('a path that is none', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is 404 for %s', async (method) => {
    const reply = await fetch(`${world().stack.baseUrls[0]}/api/nothing/here`, { method });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: 'route_not_found', retryable: false });
  });
});
