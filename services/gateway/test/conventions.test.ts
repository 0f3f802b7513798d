import { agents, billing, issues, Refusal, UUID, type CompanySnapshot } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

/** The last request to a stub: its input and its caller. */
let seen: { input: unknown; actor: unknown; runId: string | null };
const record = (input: unknown, { actor, runId }: { actor: unknown; runId: string | null }) => {
  seen = { input, actor, runId };
};

const agentsStub = stubOf(agents, {
  createCompany: async (input, context) => {
    record(input, context);
    const companyId = newId();
    const payload: CompanySnapshot = {
      ...input,
      companyId,
      budgetMonthlyCents: 0,
      timeZone: 'UTC',
      issuePrefix: 'ACM',
      status: 'active',
      version: 1,
    };
    context.emit('company.created', { companyId, entityId: companyId, payload });
    return { id: companyId };
  },
  updateCompany: async (input, context) => {
    record(input, context);
    if (input.ifVersion === 1) throw new Refusal('version_mismatch');
    return { id: input.companyId };
  },
  listAgents: async (input, context) => {
    record(input, context);
    return { items: [], nextCursor: input.cursor ? undefined : 'the next page' };
  },
});
const issuesStub = stubOf(issues, {
  createIssue: async (input, context) => {
    record(input, context);
    return { id: newId() };
  },
  listIssues: async (input, context) => {
    record(input, context);
    return { items: [] };
  },
  addComment: async (input, context) => {
    record(input, context);
    return { id: newId() };
  },
  getIssue: () => Promise.reject(new Error('the cause of a fault')),
});

let server: TestGateway;
let others: RunningService[];
beforeAll(async () => {
  server = await openGateway();
  others = await Promise.all([agentsStub, issuesStub].map((start) => start(server.stage.env)));
});
afterAll(async () => {
  await server.close();
  await Promise.all(others.map((other) => other.stop()));
});

describe('an input', () => {
  it('is one flat object of path, body and query, in this order of precedence', async () => {
    const issueId = newId();
    await server.call(`POST /api/issues/${issueId}/comments?body=query`, {
      body: { body: 'body' },
    });
    expect(seen.input).toEqual({ issueId, body: 'body' });
    const shadowed = await server.call(`POST /api/issues/${issueId}/comments?issueId=${newId()}`, {
      body: { body: 'text', issueId: newId() },
    });
    expect(seen.input).toEqual({ issueId, body: 'text' });
    expect(shadowed.headers.get('ignored-fields')).toBe('issueId, issueId');
  });

  it('converts the text of a query to lists and numbers, and fills in defaults', async () => {
    const companyId = newId();
    await server.call(`GET /api/companies/${companyId}/issues?status=todo,in_progress&limit=900`);
    expect(seen.input).toMatchObject({
      companyId,
      status: ['todo', 'in_progress'],
      limit: 900,
    });
    await server.call(`GET /api/companies/${companyId}/issues?status=todo&status=done`);
    expect(seen.input).toMatchObject({ status: ['todo', 'done'], limit: 100 });
  });

  it.each(['status=', 'status=asleep', 'limit=ten', 'limit=0', 'limit=1e3'])(
    'with ?%s is refused',
    async (query) => {
      const refused = await server.call(`GET /api/companies/${newId()}/issues?${query}`);
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );

  it('reports ignored fields', async () => {
    const answered = await server.call(`POST /api/companies/${newId()}/issues?colour=red`, {
      body: { title: 'A title', märchen: 1, admin: true },
    });
    expect(answered.status).toBe(201);
    expect(answered.headers.get('ignored-fields')).toBe('colour, m%C3%A4rchen, admin');
    expect(seen.input).not.toHaveProperty('admin');
  });

  it('is refused for unknown fields if the client asks for strict handling', async () => {
    const refused = await server.call(`POST /api/companies/${newId()}/issues`, {
      body: { title: 'A title', admin: true },
      headers: { prefer: 'handling=strict' },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['admin'], code: 'unrecognized_keys' }] },
    });
  });

  it('takes the version from If-Match', async () => {
    const path = `PATCH /api/companies/${newId()}`;
    const body = { name: 'Acme' };
    await server.call(path, { body, headers: { 'if-match': '"7"' } });
    expect(seen.input).toMatchObject({ ifVersion: 7 });
    expect(await server.call(path, { body, headers: { 'if-match': '"1"' } })).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch' },
    });
    expect(await server.call(path, { body, headers: { 'if-match': 'yesterday' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['If-Match'] }] },
    });
  });
});

describe('an answer', () => {
  it('has the next page as a cursor and as a link', async () => {
    const path = `/api/companies/${newId()}/agents`;
    const first = await server.call(`GET ${path}?limit=5`);
    expect(first.body).toEqual([]);
    expect(first.headers.get('next-cursor')).toBe('the next page');
    expect(first.headers.get('link')).toBe(`<${path}?limit=5&cursor=the+next+page>; rel="next"`);
    const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await server.call(`GET ${next}`);
    expect(seen.input).toMatchObject({ limit: 5, cursor: 'the next page' });
    expect(second.headers.has('next-cursor')).toBe(false);
  });

  it('keeps every parameter in that link, even after a question mark in another', async () => {
    const path = `/api/companies/${newId()}/agents`;
    const { headers } = await server.call(`GET ${path}?q=why?&limit=5`);
    const next = `${path}?q=why%3F&limit=5&cursor=the+next+page`;
    expect(headers.get('link')).toBe(`<${next}>; rel="next"`);
  });

  it('repeats a safe request id and replaces an unsafe one', async () => {
    const repeated = await server.call('GET /api/session', {
      headers: { 'x-request-id': 'my-id.1' },
    });
    expect(repeated.headers.get('x-request-id')).toBe('my-id.1');
    const replaced = await server.call('GET /api/session', {
      headers: { 'x-request-id': '"><script>' },
    });
    expect(replaced.headers.get('x-request-id')).toMatch(UUID);
  });

  it('has the request id in its error body', async () => {
    const refused = await server.call('GET /api/nothing', { headers: { 'x-request-id': 'abc' } });
    expect(refused.body.requestId).toBe('abc');
  });

  it("has the trace id in its error body: the client's, else a new one", async () => {
    const traceId = 'a'.repeat(32);
    const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
    expect((await server.call('GET /api/nothing', { headers })).body.traceId).toBe(traceId);
    const broken = { traceparent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` };
    for (const request of [{}, { headers: broken }]) {
      const { body } = await server.call('GET /api/nothing', request);
      expect(body.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    }
  });

  it('does not reveal the cause of a fault', async () => {
    const failed = await server.call(`GET /api/issues/${newId()}`);
    expect(failed.status).toBe(500);
    expect(failed.body).toEqual({
      error: 'Internal error',
      code: 'internal_error',
      retryable: true,
      requestId: expect.any(String),
      traceId: expect.any(String),
    });
  });

  it('is not stored under a request id that the client chose', async () => {
    const headers = { 'x-request-id': 'always the same' };
    const path = `POST /api/issues/${newId()}/comments`;
    const first = await server.call(path, { body: { body: 'one' }, headers });
    const second = await server.call(path, { body: { body: 'two' }, headers });
    expect(first.body.id).not.toBe(second.body.id);
  });

  it('is repeated for the same idempotency key', async () => {
    const path = `POST /api/issues/${newId()}/comments`;
    const headers = { 'idempotency-key': 'k1' };
    const first = await server.call(path, { body: { body: 'one' }, headers });
    const again = await server.call(path, { body: { body: 'one' }, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await server.call(path, { body: { body: 'two' }, headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it('is a stored refusal for the same idempotency key, and says so', async () => {
    const path = `PATCH /api/companies/${newId()}`;
    const request = {
      body: { name: 'Acme' },
      headers: { 'if-match': '"1"', 'idempotency-key': 'k2' },
    };
    const first = await server.call(path, request);
    const again = await server.call(path, request);
    for (const { status, body } of [first, again]) {
      expect([status, body.code]).toEqual([412, 'version_mismatch']);
    }
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { 'idempotency-key': _, ...headers } = request.headers;
    const anew = await server.call(path, { ...request, headers });
    expect([anew.status, anew.headers.has('idempotent-replayed')]).toEqual([412, false]);
  });

  it('names an unavailable service within the deadline', async () => {
    const refused = await server.call(`GET /api/companies/${newId()}/costs/summary`);
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', retryable: true, details: { service: 'billing' } },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(billing.name).toBe('billing');
  });

  it('is counted by operation and status', async () => {
    await server.call('GET /api/session');
    const metrics = await server.stage.service.runtime.metrics.registry.metrics();
    expect(metrics).toMatch(/http_request_duration_seconds_count\{.*operation="getSession"/);
  });
});

describe("a thing outside the caller's scope", () => {
  it('is not found before permissions are checked', async () => {
    const { companyId } = await server.stage.given.company();
    const { agentId } = await server.stage.given.agent(companyId);
    const {
      body: { token },
    } = await server.call(`POST /api/agents/${agentId}/keys`);
    const name = { body: { name: 'Acme' }, token };
    const foreign = await server.call(`PATCH /api/companies/${newId()}`, name);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    const own = await server.call(`PATCH /api/companies/${companyId}`, name);
    expect(own).toMatchObject({ status: 403, body: { code: 'board_only' } });
  });
});
