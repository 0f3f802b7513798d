import { none, one, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import { aProgram, openGatewayWithPages, postForm, register } from './programs.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGatewayWithPages();
});
afterAll(() => server.close());

describe('a registration', () => {
  it.each([
    [{ redirect_uris: ['http://evil.example/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript://a/%0aalert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
  ])('of %j is refused', async (fields, error) => {
    expect(await register(server, fields)).toMatchObject({ status: 400, body: { error } });
  });

  it('gives no secret, whatever way to sign in the program wants', async () => {
    const { body } = await register(server, {
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect(body).toMatchObject({ token_endpoint_auth_method: 'none' });
    expect(body).not.toHaveProperty('client_secret');
  });

  it('is refused to an address that floods, and the longest unused program makes room', async () => {
    const { db } = server.stage;
    await none(db, sql`delete from oauth_clients`);
    await none(
      db,
      sql`
        insert into oauth_clients (id, name, redirect_uris, created_at)
        select 'flood ' || n, 'x', '{}', now() - interval '1 hour' from generate_series(1, 2000) n`,
    );
    const { clientId } = await aProgram(server);
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::integer as count from oauth_clients`,
    );
    expect(count).toBe(2_000);
    await none(db, sql`update oauth_clients set used_at = now()`);
    expect(await register(server)).toMatchObject({
      status: 503,
      body: { error: 'temporarily_unavailable' },
    });
    const known = await server.call(
      `GET /api/authorization-request?request=client_id%3D${clientId}`,
    );
    expect(known.body.details.error).toBe('invalid_request');
    await none(db, sql`update sign_in_attempts set attempts = 100`);
    expect(await register(server)).toMatchObject({
      status: 429,
      body: { error: 'temporarily_unavailable' },
    });
  });
});

it('the endpoints refuse in the words of the standard', async () => {
  expect(await postForm(server, 'token', {})).toMatchObject({
    status: 400,
    body: { error: 'invalid_request', error_description: 'grant_type is missing' },
  });
  expect(await postForm(server, 'token', { grant_type: 'password' })).toMatchObject({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  });
  expect((await server.call('GET /oauth/token')).status).toBe(405);
});
