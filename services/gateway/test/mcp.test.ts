import { agents, issues } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { agentWithKey } from './agent-with-key.ts';
import { anIssue } from './an-issue.ts';
import { openGateway, type Request, type TestGateway } from './open-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';
import { stubOf } from './stubs.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.close();
});

async function open(env: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
  const server = await openGateway(env);
  running.push(server);
  return server;
}

async function start(stub: ReturnType<typeof stubOf>, { stage }: TestGateway): Promise<void> {
  const service: RunningService = await stub(stage.env);
  running.push({ close: () => service.stop() });
}

const message = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});
const list = { body: message('tools/list') };
const callOf = (name: string, input: object = {}) => ({
  body: message('tools/call', { name, arguments: input }),
});

describe('POST /mcp', () => {
  it('takes a bearer token and nothing else', async () => {
    const server = await open();
    const { companyId, token } = await agentWithKey(server);
    const post = (request: Request) => server.call('POST /mcp', { ...list, ...request });
    const anonymous = await post({ token: '' });
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    // Without pages, a client that reads of metadata begins a sign-in that leads nowhere.
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    const { cookie } = await signedInMember(server, companyId, { role: 'owner' });
    const page = asPage(server, { cookie });
    expect(await page('POST /mcp', list)).toMatchObject({ status: 401 });
    expect(await post({ token, headers: { cookie } })).toMatchObject({ status: 200 });
    const environment = { status: 403, body: { code: 'environment_token_refused' } };
    expect(await post({})).toMatchObject(environment);
    const { body: board } = await server.call('POST /api/board-tokens', { body: {} });
    expect(await post({ token: board.token })).toMatchObject({ status: 200 });
    expect(await post({ token, headers: { origin: 'https://evil.example' } })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    });
    expect(await post({ token, headers: { origin: server.url } })).toMatchObject({ status: 200 });
  });

  it('answers one message at a time, with JSON and without a stream', async () => {
    const server = await open();
    const { token } = await agentWithKey(server);
    const post = (request: Request) => server.call('POST /mcp', { token, ...request });
    expect(await server.call('GET /mcp', { token })).toMatchObject({
      status: 405,
      body: { code: 'method_not_allowed' },
    });
    expect((await server.call('DELETE /mcp', { token })).status).toBe(405);
    const batch = [message('tools/list'), message('ping')];
    expect(await post({ body: batch })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    expect(
      (await post({ raw: `{"jsonrpc":"2.0","method":"${'x'.repeat(800_000)}"}` })).status,
    ).toBe(413);
    expect((await post({ body: message('subscriptions/listen') })).body.error.code).toBe(-32_601);
    expect((await post({ body: message('no/such') })).body.error.code).toBe(-32_601);
    const heard = await post({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    expect(heard).toMatchObject({ status: 202, body: '' });
    const pong = await post({ body: message('ping'), headers: { accept: 'application/json' } });
    expect(pong).toMatchObject({ status: 200, body: { id: 1, result: {} } });
    expect(pong.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const unknown = await post(callOf('drop_company'));
    expect(unknown.body.error).toMatchObject({ code: -32_602 });
  });

  it('names the field that was meant by one that the tool does not have', async () => {
    const server = await open();
    const { token } = await agentWithKey(server);
    const input = { issueId: 'ACM-1', text: 'Done.', urgent: true };
    const { body } = await server.call('POST /mcp', { token, ...callOf('comment', input) });
    const problem = JSON.parse(body.result.content[0].text);
    expect(problem).toMatchObject({ code: 'invalid_input' });
    expect(problem.details).toMatchObject([
      { path: ['issue'], message: 'missing: a text' },
      { path: ['body'], message: 'missing: a text' },
      { path: ['issueId'], nearest: 'issue' },
      { path: ['text'], message: 'unknown field' },
      { path: ['urgent'], message: 'unknown field' },
    ]);
    const made = { title: 'A part', asignee: 'ann', blocked_by: [] };
    const answer = await server.call('POST /mcp', { token, ...callOf('create_issue', made) });
    expect(JSON.parse(answer.body.result.content[0].text).details).toMatchObject([
      { path: ['asignee'], nearest: 'assignee' },
      { path: ['blocked_by'], nearest: 'blockedBy' },
    ]);
  });

  it('lists tools by what the caller is and may, each with exact hints', async () => {
    const server = await open();
    const { companyId, token } = await agentWithKey(server);
    const toolsOf = async (bearer: string) => {
      const { body } = await server.call('POST /mcp', { token: bearer, ...list });
      return body.result.tools as { name: string; annotations: Record<string, boolean> }[];
    };
    const ofAgent = await toolsOf(token);
    const readOnly = ofAgent.filter(({ annotations }) => annotations['readOnlyHint']);
    expect(readOnly.map(({ name }) => name)).toEqual([
      'get_work',
      'read_issue',
      'find_issues',
      'list_colleagues',
      'read_plan',
      'read_document',
    ]);
    const destructive = ofAgent.filter(({ annotations }) => annotations['destructiveHint']);
    expect(destructive.map(({ name }) => name)).toEqual(['edit_issue']);
    expect(ofAgent.every(({ annotations }) => annotations['openWorldHint'] === false)).toBe(true);
    expect(await toolsOf(token)).toEqual(ofAgent);
    const ofToken = async (limits: object) => {
      const { body } = await server.call('POST /api/board-tokens', { body: limits });
      return (await toolsOf(body.token)).map(({ name }) => name);
    };
    const reading = ['needs_you', 'read_costs', 'why', 'read_run', 'read_issue', 'find_issues'];
    const writing = ['create_issue', 'update_issue', 'edit_issue', 'comment'];
    const documents = ['read_document', 'write_document', 'attach_file'];
    const [needsYou = '', ...others] = reading;
    expect(await ofToken({ companies: [companyId], readOnly: true })).toEqual([
      ...reading,
      'read_document',
    ]);
    for (const limits of [{}, { companies: [companyId], mayDecide: false }]) {
      expect(await ofToken(limits)).toEqual([...reading, ...writing, ...documents]);
    }
    expect(await ofToken({ companies: [companyId], mayDecide: true })).toEqual([
      needsYou,
      'decide',
      'pause_agent',
      ...others,
      ...writing,
      ...documents,
    ]);
  });

  it('counts each operation of a tool in the rate limit of its caller', async () => {
    const server = await open({ RATE_LIMIT_PER_SECOND: '0.0001', RATE_LIMIT_BURST: '5' });
    const { companyId, agent, token } = await agentWithKey(server);
    await start(
      stubOf(issues, {
        getIssue: async ({ issueId }) => anIssue(issueId, companyId, 1),
        updateIssue: async ({ issueId }) => ({ ...anIssue(issueId, companyId, 1), comment: null }),
      }),
      server,
    );
    const call = (name: string, input: object) =>
      server.call('POST /mcp', { token, ...callOf(name, input) });
    const change = { issue: newId(), assignee: agent.agentId, blockedBy: [newId()] };
    // The message and one operation; an id needs none.
    expect((await call('update_issue', change)).body.result.isError).toBeUndefined();
    // The message and one operation for each name, of which the last is too many.
    const named = await call('update_issue', { ...change, blockedBy: ['ACM-1', 'ACM-2', 'ACM-3'] });
    expect(named.body.result.isError).toBe(true);
    expect(JSON.parse(named.body.result.content[0].text)).toMatchObject({
      code: 'rate_limited',
      retryable: true,
      details: { scope: 'caller' },
    });
    expect((await call('update_issue', change)).status).toBe(429);
  });

  it('goes on in a list that was cut, also with a smaller limit', async () => {
    const server = await open();
    const { companyId, token } = await agentWithKey(server);
    const rows = Array.from({ length: 80 }, (_, n) => ({
      ...anIssue(newId(), companyId, n + 1),
      title: 'Count the boxes of each shelf before the shop opens again',
    }));
    const listIssues = async ({
      limit,
      cursor,
    }: {
      limit: number;
      cursor?: string | undefined;
    }) => {
      const [from, to] = [Number(cursor ?? 0), Number(cursor ?? 0) + limit];
      return { items: rows.slice(from, to), nextCursor: to < 80 ? String(to) : undefined };
    };
    await start(stubOf(issues, { listIssues }), server);
    const find = async (input: object) => {
      const { body } = await server.call('POST /mcp', { token, ...callOf('find_issues', input) });
      const { issues: found = [], more } = JSON.parse(body.result.content[0].text);
      return { cursor: more?.cursor, names: found.map(({ issue }: { issue: string }) => issue) };
    };
    let { cursor, names } = await find({ limit: 50 });
    expect(names.length).toBeGreaterThan(20);
    expect(names.length).toBeLessThan(50);
    const all = [...names];
    while (cursor !== undefined && all.length < rows.length) {
      ({ cursor, names } = await find({ cursor }));
      expect(names.length).toBeGreaterThan(0);
      expect(names.length).toBeLessThanOrEqual(20);
      all.push(...names);
    }
    expect(all).toEqual(rows.map(({ identifier }) => identifier));
  });

  it('names the companies of a token for several, of which a call has to name one', async () => {
    const server = await open();
    const companies = Array.from({ length: 30 }, (_, n) => ({
      id: newId(),
      name: `${n} ${'A long name. '.repeat(10)}`,
    }));
    const listCompanies = async ({ limit }: { limit: number }) => ({
      items: companies.slice(0, limit),
      nextCursor: limit < companies.length ? 'more' : undefined,
    });
    await start(stubOf(agents, { listCompanies }), server);
    const { body: board } = await server.call('POST /api/board-tokens', { body: {} });
    const { body } = await server.call('POST /mcp', { token: board.token, ...callOf('needs_you') });
    const [{ text }] = body.result.content;
    const { code, details, hint } = JSON.parse(text);
    expect({ code, path: details[0].path }).toEqual({ code: 'invalid_input', path: ['company'] });
    const shown = details[0].companies as { id: string; said: { name: string } }[];
    expect(shown.map(({ id }) => id)).toEqual(companies.slice(0, 20).map(({ id }) => id));
    expect(shown[0]?.said.name).toMatch(/^0 A long name\. /);
    expect(hint).toContain('the first 20');
    expect(Buffer.byteLength(text)).toBeLessThan(6_000);
  });

  it('says what is wrong with an input', async () => {
    const server = await open();
    const { token } = await agentWithKey(server);
    const call = async (name: string, input: object) => {
      const { body } = await server.call('POST /mcp', { token, ...callOf(name, input) });
      expect(body.result.isError).toBe(true);
      return JSON.parse(body.result.content[0].text);
    };
    expect(await call('claim_issue', { issue: 'not an issue' })).toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['issue'] }],
    });
    expect(await call('comment', { issue: 'ACM-1', body: 'Hi', mood: 'good' })).toMatchObject({
      code: 'invalid_input',
      details: [{ code: 'unrecognized_keys' }],
    });
    expect(await call('read_decision', { reply: 'Yes' })).toMatchObject({ code: 'invalid_input' });
    expect(await call('find_issues', { cursor: 'none' })).toMatchObject({ code: 'invalid_cursor' });
  });
});
