import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gateway, issues } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import {
  allow,
  aProgram,
  askFor,
  callTool,
  openGatewayWithPages,
  postForm,
  REDIRECT,
  tokensOf,
} from './programs.ts';
import { asPage, signedInMember, type SignedInUser } from './signed-in-users.ts';
import { subscriber } from './stubs.ts';

let server: TestGateway;
let companyId: string;
let owner: SignedInUser;
let documents: Server;
let documentOf: (path: string) => object;
let stopIssues: () => Promise<unknown>;
beforeAll(async () => {
  documents = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(documentOf(request.url ?? '')));
  });
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  server = await openGatewayWithPages({ MUSTER_EGRESS_ALLOW: '127.0.0.1' });
  const listening = await subscriber(issues, gateway)(server.stage.env);
  stopIssues = () => listening.stop();
  ({ companyId } = await server.stage.given.company());
  owner = await signedInMember(server, companyId, { role: 'owner' });
});
afterAll(async () => {
  await server.close();
  await stopIssues();
  await new Promise((resolve) => documents.close(resolve));
});

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const isSignedOut = { status: 401, body: { code: 'unauthenticated' } };
const works = { status: 200 };
const session = (token: string) => server.call('GET /api/session', { token });
const ask = (question: Record<string, string>) => askFor(server, owner, question);

describe('a refresh token', () => {
  it('gives another one with a new secret, and the one before is worth nothing', async () => {
    const { program, access, body } = await tokensOf(server, owner);
    const renewed = await program.refresh(body.refresh_token, { resource: `${server.url}/mcp` });
    expect(renewed).toMatchObject({ status: 200, body: { expires_in: 3_600 } });
    expect(await callTool(server, access)).toMatchObject(isSignedOut);
    expect(await callTool(server, renewed.body.access_token)).toMatchObject(works);
  });

  it('that comes again ends its whole family', async () => {
    const { program, body } = await tokensOf(server, owner);
    const renewed = await program.refresh(body.refresh_token);
    expect(await program.refresh(body.refresh_token)).toMatchObject(invalidGrant);
    expect(await callTool(server, renewed.body.access_token)).toMatchObject(isSignedOut);
    expect(await program.refresh(renewed.body.refresh_token)).toMatchObject(invalidGrant);
    const actions = (await asPage(server, owner)('GET /api/me/activity')).body;
    expect(actions[0]).toMatchObject({ action: 'token_revoked' });
  });

  it('is worth nothing to another program, for another resource, or as a credential', async () => {
    const { program, body } = await tokensOf(server, owner);
    const token = body.refresh_token;
    expect(await program.refresh(token, { client_id: 'another' })).toMatchObject(invalidGrant);
    const api = { resource: `${server.url}/api` };
    expect(await program.refresh(token, api)).toMatchObject(invalidGrant);
    expect(await callTool(server, token)).toMatchObject(isSignedOut);
    expect(await program.refresh(token)).toMatchObject(works);
  });
});

describe('the token of a program', () => {
  it('for the tools opens nothing else, and one for the interface no tools', async () => {
    const { access } = await tokensOf(server, owner);
    expect(await session(access)).toMatchObject(isSignedOut);
    expect(
      await server.call('POST /api/auth/sign-in/token', { token: '', body: { token: access } }),
    ).toMatchObject(isSignedOut);
    expect((await server.call('GET /api/instance', { token: access })).body.board).toBeNull();
    const whole = await tokensOf(server, owner, {}, { resource: `${server.url}/api` });
    expect(await session(whole.access)).toMatchObject(works);
    expect(await callTool(server, whole.access)).toMatchObject(isSignedOut);
  });

  it('ends after its hour, and a refresh goes on until the end that its person has set', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { program, access, body } = await tokensOf(server, owner, { expiresAt });
    const shift = (column: ReturnType<typeof sql>) =>
      none(
        server.stage.db,
        sql`
        update board_tokens set ${column} = now() - interval '1 second'
        where expires_at = ${expiresAt}`,
      );
    await shift(sql`secret_expires_at`);
    const renewed = await program.refresh(body.refresh_token);
    expect(await callTool(server, access)).toMatchObject(isSignedOut);
    expect(await callTool(server, renewed.body.access_token)).toMatchObject(works);
    await shift(sql`expires_at`);
    expect(await program.refresh(renewed.body.refresh_token)).toMatchObject(invalidGrant);
  });

  it('ends where its person revokes it, and where the program gives it back', async () => {
    const { program, access, body } = await tokensOf(server, owner);
    const page = asPage(server, owner);
    const [newest] = (await page('GET /api/board-tokens')).body;
    await page(`DELETE /api/board-tokens/${newest.id}`);
    expect(await callTool(server, access)).toMatchObject(isSignedOut);
    expect(await program.refresh(body.refresh_token)).toMatchObject(invalidGrant);
    for (const kind of ['access_token', 'refresh_token']) {
      const given = await tokensOf(server, owner);
      expect(await callTool(server, given.access)).toMatchObject(works);
      const token: string = given.body[kind];
      expect(await postForm(server, 'revoke', { token })).toMatchObject(works);
      expect(await callTool(server, given.access)).toMatchObject(isSignedOut);
    }
    expect(await postForm(server, 'revoke', { token: 'of nobody' })).toMatchObject(works);
  });

  it('has no rights that its person has lost, and ends with the account', async () => {
    const leaver = await signedInMember(server, companyId, { role: 'operator' });
    const api = { resource: `${server.url}/api` };
    const { program, access, body } = await tokensOf(server, leaver, {}, api);
    const unused = await allow(server, leaver, program.request());
    expect((await session(access)).body.memberships).toHaveLength(1);
    await server.call(`DELETE /api/companies/${companyId}/members/${leaver.userId}`);
    expect((await session(access)).body.memberships).toEqual([]);
    await server.call(`PATCH /api/users/${leaver.userId}`, { body: { disabled: true } });
    expect(await session(access)).toMatchObject(isSignedOut);
    expect(await program.refresh(body.refresh_token)).toMatchObject(invalidGrant);
    expect(await program.exchange(unused)).toMatchObject(invalidGrant);
  });

  it('is stored as a hash, like everything that leads to it', async () => {
    const { code, access, body } = await tokensOf(server, owner);
    const { db } = server.stage;
    const tables = ['board_tokens', 'oauth_grants', 'oauth_authorizations', 'oauth_clients'];
    for (const table of tables) {
      const rows = await db.run({ text: `select t::text as row from ${table} t`, values: [] });
      const text = JSON.stringify(rows);
      for (const token of [code, access, body.refresh_token]) {
        expect(text).not.toContain(token.split('_').at(-1)?.slice(0, 43));
        expect(text).not.toContain(token.slice(-49, -6));
      }
    }
  });
});

describe('a program whose id is the address of a document', () => {
  const address = (path: string) =>
    `http://127.0.0.1:${(documents.address() as AddressInfo).port}${path}`;
  const requestOf = async (client_id: string) => (await aProgram(server)).request({ client_id });

  it('is asked for with the host of the document, and signs in without a registration', async () => {
    documentOf = (path) => ({
      client_id: address(path),
      client_name: 'A desktop program',
      redirect_uris: [REDIRECT],
    });
    const client_id = address('/program.json');
    const program = await aProgram(server);
    const request = program.request({ client_id });
    expect(await ask({ request })).toMatchObject({
      status: 200,
      body: { program: { name: 'A desktop program', host: new URL(client_id).host } },
    });
    const code = await allow(server, owner, request);
    const got = await program.exchange(code, { client_id });
    expect(await callTool(server, got.body.access_token)).toMatchObject(works);
  });

  it.each([
    ['names another program', () => ({ client_id: address('/other'), redirect_uris: [REDIRECT] })],
    ['is no description', () => ({ hello: 'world' })],
  ])('is refused where the document %s', async (_, document) => {
    documentOf = document;
    const request = await requestOf(address(`/${Math.random()}`));
    expect(await ask({ request })).toMatchObject({
      status: 400,
      body: { details: { error: 'invalid_client', redirectTo: null } },
    });
  });

  it.each(['http://10.0.0.1/program.json', 'https://169.254.169.254/latest', 'http://a.example/p'])(
    'is not read at %s, where nothing of a tenant is read',
    async (client_id) => {
      expect(await ask({ request: await requestOf(client_id) })).toMatchObject({
        status: 400,
        body: { code: 'authorization_request_invalid', details: { error: 'invalid_client' } },
      });
    },
  );
});
