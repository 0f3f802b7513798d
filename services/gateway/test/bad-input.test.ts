import { connect } from 'node:net';
import { many, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway, type Request } from './open-gateway.ts';

let server: TestGateway;
let path: string;
beforeAll(async () => {
  server = await openGateway();
  const { companyId } = await server.stage.given.company();
  const { agentId } = await server.stage.given.agent(companyId);
  path = `/api/agents/${agentId}/keys`;
});
afterAll(() => server.close());

const deep = (levels: number): string => `${'{"name":'.repeat(levels)}1${'}'.repeat(levels)}`;
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [n, n])));

interface Case extends Request {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
}

const cases: Record<string, Case> = {
  'that is no JSON': { raw: '{not json', status: 400, code: 'malformed_json' },
  'that was cut off': { raw: '{"name":"x"', status: 400, code: 'malformed_json' },
  'that is not UTF-8': {
    raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    status: 400,
    code: 'malformed_json',
  },
  'that is an array': { raw: '[]', status: 400, code: 'invalid_input', detail: 'invalid_type' },
  'that is null': { raw: 'null', status: 400, code: 'invalid_input', detail: 'invalid_type' },
  'that is a text': { raw: '"name"', status: 400, code: 'invalid_input', detail: 'invalid_type' },
  'with a field of another type': {
    body: { name: 7 },
    status: 400,
    code: 'invalid_input',
    detail: 'invalid_type',
  },
  'with a field that is too long': {
    body: { name: 'x'.repeat(101) },
    status: 400,
    code: 'invalid_input',
    detail: 'too_big',
  },
  'with a malformed id': {
    body: { companyId: 'x' },
    status: 400,
    code: 'invalid_input',
    detail: 'invalid_format',
  },
  'with a NUL': {
    raw: '{"name":"a\\u0000b"}',
    status: 400,
    code: 'invalid_input',
    detail: 'nul_character',
  },
  'with half a surrogate pair': {
    raw: '{"name":"a\\ud800"}',
    status: 400,
    code: 'invalid_input',
    detail: 'lone_surrogate',
  },
  'with a NUL in a key': {
    raw: '{"a\\u0000":1}',
    status: 400,
    code: 'invalid_input',
    detail: 'nul_character',
  },
  'that reaches for a prototype': {
    raw: '{"name":"x","more":{"__proto__":{"admin":true}}}',
    status: 400,
    code: 'invalid_input',
    detail: 'forbidden_key',
  },
  'that reaches for a constructor': {
    raw: '{"constructor":{"prototype":1}}',
    status: 400,
    code: 'invalid_input',
    detail: 'forbidden_key',
  },
  'that is too deep': {
    raw: deep(33),
    status: 400,
    code: 'invalid_input',
    detail: 'too_deep',
  },
  'that is absurdly deep': {
    raw: '['.repeat(100_000) + ']'.repeat(100_000),
    status: 400,
    code: 'invalid_input',
    detail: 'too_deep',
  },
  'with too many keys': { raw: wide, status: 400, code: 'invalid_input', detail: 'too_many_keys' },
  'that is too large': {
    body: { name: 'x'.repeat(262_144) },
    status: 413,
    code: 'body_too_large',
  },
  'of another content type': {
    raw: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'unsupported_media_type',
  },
  'of a content type with a tab in it': {
    raw: '{}',
    headers: { 'content-type': 'application/json\ttext' },
    status: 415,
    code: 'unsupported_media_type',
  },
  'of no content type': {
    raw: '{}',
    headers: { 'content-type': '' },
    status: 415,
    code: 'unsupported_media_type',
  },
  'that says it is compressed': {
    raw: '{}',
    headers: { 'content-encoding': 'gzip' },
    status: 415,
    code: 'unsupported_media_type',
  },
  'under an unprintable idempotency key': {
    body: {},
    headers: { 'idempotency-key': 'a b' },
    status: 400,
    code: 'invalid_input',
    detail: 'invalid_format',
  },
  'under an endless idempotency key': {
    body: {},
    headers: { 'idempotency-key': 'k'.repeat(201) },
    status: 400,
    code: 'invalid_input',
    detail: 'invalid_format',
  },
};

describe('a body', () => {
  it.each(Object.keys(cases))('%s is refused and changes nothing', async (kind) => {
    const { status, code, detail, ...request } = cases[kind] as Case;
    const refused = await server.call(`POST ${path}`, request);
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({
      code,
      error: expect.any(String),
      retryable: false,
      requestId: expect.any(String),
      traceId: expect.any(String),
    });
    if (detail) expect(refused.body.details[0]).toMatchObject({ code: detail });
    expect(await server.stage.emitted()).toEqual([]);
    expect(await many(server.stage.db, sql`select id from agent_keys limit 1`)).toEqual([]);
  });

  it('may have 32 levels', async () => {
    const answered = await server.call(`GET ${path}`);
    const nested = await server.call(`POST ${path}`, {
      raw: deep(31).replace('"name"', '"other"'),
    });
    expect([answered.status, nested.status]).toEqual([200, 201]);
    expect(nested.headers.get('ignored-fields')).toBe('other');
  });
});

describe('a path or a query', () => {
  it.each([
    ['an unknown path', 'GET /api/nothing', 'route_not_found'],
    ['a method that asks with a body', 'QUERY /api/session', 'route_not_found'],
    ['a broken escape', 'GET /api/agents/%zz/keys', 'route_not_found'],
    ['a malformed id', 'GET /api/agents/%00/keys', 'agent_not_found'],
    ['an endless id', `GET /api/agents/${'a'.repeat(1_500)}/keys`, 'agent_not_found'],
    ['a path that climbs', 'GET /api/agents/..%2f..%2fetc/keys', 'agent_not_found'],
    ['an unknown company', 'GET /api/companies/7/activity', 'company_not_found'],
  ])('%s is not found', async (_, line, code) => {
    expect(await server.call(line)).toMatchObject({
      status: 404,
      body: { code, retryable: false },
    });
  });

  it('may have a slash at its end', async () => {
    expect(await server.call('GET /api/session/')).toMatchObject({ status: 200 });
    expect(await server.call('PUT /api/session/')).toMatchObject({ status: 405 });
  });

  it.each(['PUT', 'OPTIONS', 'POST'])(
    'answers %s with 405 where only GET exists',
    async (method) => {
      const { status, headers, body } = await server.call(`${method} /api/session`);
      expect([status, body.code]).toEqual([405, 'method_not_allowed']);
      expect(headers.get('allow')).toBe('GET, HEAD');
    },
  );

  it.each([
    ['a NUL', 'companyId=%00'],
    ['a malformed id', 'companyId=1'],
    ['the same field twice', 'companyId=1&companyId=2'],
  ])('with %s in its query is refused', async (_, query) => {
    const refused = await server.call(`GET ${path}?${query}`);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['companyId'] }] },
    });
  });

  it('ignores names of prototypes in its query', async () => {
    const answered = await server.call(`GET ${path}?__proto__=x&constructor=y`);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('ignored-fields')).toBe('__proto__, constructor');
  });
});

/** What the server answers to bytes until it closes the connection. */
const answerTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => resolve(received)).on('error', reject);
  });

describe('what breaks the rules of HTTP', () => {
  it.each([
    ['bytes that are no request', 'NONSENSE\r\n\r\n', 400, {}],
    [
      'a request without a host',
      'GET /api/session HTTP/1.1\r\n\r\n',
      400,
      { details: [{ path: ['Host'], message: 'is required by HTTP/1.1' }] },
    ],
    [
      'an expectation that is not known',
      'GET /api/session HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n',
      417,
      { details: [{ path: ['Expect'], message: 'must be 100-continue' }] },
    ],
  ])('is refused with a problem: %s', async (_, bytes, status, problem) => {
    const text = await answerTo(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'invalid_input',
      hint: expect.any(String),
      requestId: expect.any(String),
      ...problem,
    });
    expect((await server.call('GET /api/session')).status).toBe(200);
  });

  it('is not a request of HTTP/1.0 without a host, nor one that waits for 100 Continue', async () => {
    const old = await answerTo('GET /api/openapi.json HTTP/1.0\r\n\r\n');
    expect(old).toMatch(/^HTTP\/1\.[01] 200 /);
    const waiting = await answerTo(
      'POST /api/companies HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
        'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}',
    );
    expect(waiting).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /);
  });
});
