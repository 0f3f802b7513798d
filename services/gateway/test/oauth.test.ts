import { gateway, issues } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import {
  allow,
  aProgram,
  askFor,
  callTool,
  decide,
  openGatewayWithPages,
  REDIRECT,
  tokensOf,
} from './programs.ts';
import { asPage, signedInMember, type SignedInUser } from './signed-in-users.ts';
import { subscriber } from './stubs.ts';

let server: TestGateway;
let companyId: string;
let owner: SignedInUser;
let stopIssues: () => Promise<unknown>;
beforeAll(async () => {
  server = await openGatewayWithPages();
  const listening = await subscriber(issues, gateway)(server.stage.env);
  stopIssues = () => listening.stop();
  ({ companyId } = await server.stage.given.company());
  owner = await signedInMember(server, companyId, { role: 'owner' });
});
afterAll(async () => {
  await server.close();
  await stopIssues();
});

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const isSignedOut = { status: 401, body: { code: 'unauthenticated' } };
const get = (path: string) => server.call(`GET ${path}`, { token: '' });

describe('a program that knows the address of the tools only', () => {
  it('is told step by step where its person signs in', async () => {
    const { url } = server;
    const refused = await callTool(server, '');
    expect(refused.status).toBe(401);
    const document = `${url}/.well-known/oauth-protected-resource/mcp`;
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${document}"`);
    const wrong = await callTool(server, 'none of ours');
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const resource = await get(new URL(document).pathname);
    expect(resource.body).toMatchObject({
      resource: `${url}/mcp`,
      authorization_servers: [url],
      bearer_methods_supported: ['header'],
    });
    expect((await get('/.well-known/oauth-protected-resource')).body).toEqual(resource.body);
    expect((await get('/.well-known/oauth-authorization-server')).body).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    const others = await server.call('GET /api/session', { token: '' });
    expect(others.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('gets a token with the limits that its person has given, and works with it', async () => {
    const program = await aProgram(server);
    const page = asPage(server, owner);
    const request = program.request({ scope: 'read write' });
    const asked = await askFor(server, owner, { request });
    expect(asked).toMatchObject({
      status: 200,
      body: {
        program: { id: program.clientId, name: 'A model', host: null },
        resource: 'mcp',
        readOnly: false,
        mayDecide: false,
        leadsTo: '127.0.0.1:4711',
      },
    });
    const limits = { companies: [companyId], readOnly: true };
    const decided = await decide(server, owner, { request, approve: true, ...limits });
    const answer = new URL(decided.body.redirectTo);
    expect(answer.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(answer.searchParams.get('state')).toBe('where it was');
    expect(answer.searchParams.get('iss')).toBe(server.url);
    const got = await program.exchange(answer.searchParams.get('code') ?? '');
    expect(got).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', scope: 'read', expires_in: 3_600 },
    });
    expect(got.headers.get('cache-control')).toBe('no-store');
    const { body } = await callTool(server, got.body.access_token);
    const tools = body.result.tools.map(({ name }: { name: string }) => name);
    expect(tools).toContain('read_issue');
    expect(tools).not.toContain('create_issue');
    const listed = (await page('GET /api/board-tokens')).body;
    expect(listed).toMatchObject([{ name: 'A model', ...limits, revokedAt: null }]);
    const actions = (await page('GET /api/me/activity')).body;
    expect(actions[0]).toMatchObject({ action: 'token_created', subjectId: listed[0].id });
  });

  it('is led back with the refusal of its person', async () => {
    const { request } = await aProgram(server);
    const { body } = await decide(server, owner, { request: request(), approve: false });
    const { searchParams } = new URL(body.redirectTo);
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'access_denied',
      state: 'where it was',
      iss: server.url,
    });
  });
});

describe('the code of a program', () => {
  it('works once, and coming again it ends the token that it was used for', async () => {
    const { program, code, access } = await tokensOf(server, owner);
    expect((await callTool(server, access)).status).toBe(200);
    expect(await program.exchange(code)).toMatchObject(invalidGrant);
    expect(await callTool(server, access)).toMatchObject(isSignedOut);
  });

  it('gives one token of many attempts at once, which the others end', async () => {
    const program = await aProgram(server);
    const code = await allow(server, owner, program.request());
    const answers = await Promise.all(Array.from({ length: 5 }, () => program.exchange(code)));
    const got = answers.filter(({ status }) => status === 200);
    expect(got.length).toBeLessThanOrEqual(1);
    for (const { body } of got) {
      expect(await callTool(server, body.access_token)).toMatchObject(isSignedOut);
    }
  });

  it.each([
    ['without the verifier that began', { code_verifier: 'v'.repeat(43) }],
    ['by another program', { client_id: 'program_of_another' }],
    ['for another redirect', { redirect_uri: 'http://127.0.0.1:4711/elsewhere' }],
  ])('gives nothing %s', async (_, others) => {
    const program = await aProgram(server);
    const code = await allow(server, owner, program.request());
    expect(await program.exchange(code, others)).toMatchObject(invalidGrant);
    expect(await program.exchange(code)).toMatchObject(invalidGrant);
  });

  it('gives nothing for another resource, and none after a minute', async () => {
    const program = await aProgram(server);
    const code = await allow(server, owner, program.request());
    expect(await program.exchange(code, { resource: `${server.url}/api` })).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    });
    const late = await allow(server, owner, program.request());
    await none(
      server.stage.db,
      sql`
      update oauth_authorizations set expires_at = expires_at - interval '60 seconds'
      where used_at is null`,
    );
    expect(await program.exchange(late)).toMatchObject(invalidGrant);
  });
});

describe('an authorization request', () => {
  const ask = (request: string) => askFor(server, owner, { request });
  const refusedWith = (error: string) => ({
    status: 400,
    body: { code: 'authorization_request_invalid', details: { error, redirectTo: null } },
  });

  it.each([
    'https://evil.example/callback',
    'http://127.0.0.1:4711/callback/other',
    'http://127.0.0.1.evil.example/callback',
    'http://evil@127.0.0.1:4711/callback',
    'http://127.0.0.1:4711/callback#part',
    'javascript://127.0.0.1/%0aalert(1)',
  ])('leads nobody to %s, which is not registered', async (redirect_uri) => {
    const { request } = await aProgram(server);
    const given = request({ redirect_uri });
    expect(await ask(given)).toMatchObject(refusedWith('invalid_redirect_uri'));
    expect(await decide(server, owner, { request: given, approve: true })).toMatchObject(
      refusedWith('invalid_redirect_uri'),
    );
  });

  it('may name another port of the loopback, as programs on the machine of a person do', async () => {
    const program = await aProgram(server);
    const redirect_uri = 'http://127.0.0.1:59999/callback';
    const code = await allow(server, owner, program.request({ redirect_uri }));
    expect((await program.exchange(code, { redirect_uri })).status).toBe(200);
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_target', { resource: 'https://elsewhere.example/mcp' }],
  ])('with %s names the way back to the program', async (error, others) => {
    const { request } = await aProgram(server);
    const { status, body } = await ask(request(others));
    expect({ status, error: body.details.error }).toEqual({ status: 400, error });
    const back = new URL(body.details.redirectTo);
    expect(back.searchParams.get('error')).toBe(error);
    expect(back.origin).toBe(new URL(REDIRECT).origin);
  });

  it('of an unknown program, or with a parameter twice, is refused', async () => {
    const { request } = await aProgram(server);
    expect(await ask(request({ client_id: 'unknown' }))).toMatchObject(
      refusedWith('invalid_client'),
    );
    expect(await ask(`${request()}&state=2`)).toMatchObject(refusedWith('invalid_request'));
  });

  it('is answered by a person, on a page of the installation, without limits of its own', async () => {
    const { request } = await aProgram(server);
    const body = { request: request(), approve: true };
    const path = 'POST /api/authorization-request/decision';
    expect((await server.call(path, { token: '', body })).status).toBe(401);
    const foreign = { origin: 'https://evil.example' };
    expect(await asPage(server, owner)(path, { body, headers: foreign })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    });
    const limited = await asPage(server, owner)('POST /api/board-tokens', {
      body: { companies: [companyId] },
    });
    expect(await server.call(path, { token: limited.body.token, body })).toMatchObject({
      status: 403,
      body: { code: 'limited_token_refused' },
    });
    const { companyId: other } = await server.stage.given.company();
    expect(await decide(server, owner, { ...body, companies: [other] })).toMatchObject({
      status: 404,
      body: { code: 'company_not_found' },
    });
  });
});
