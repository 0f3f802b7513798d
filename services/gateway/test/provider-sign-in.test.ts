import { many, none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import {
  cookieOf,
  openGatewayWithIssues,
  type SignedInUser,
  signedInMember,
} from './signed-in-users.ts';

const ORIGIN = 'http://muster.test';

let server: TestGateway;
let provider: IdentityProvider;
let companyId: string;
beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await openGatewayWithIssues({
    MUSTER_PUBLIC_URL: ORIGIN,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: 'a secret between two',
  });
  ({ companyId } = await server.stage.given.company());
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const page = (line: string, cookie = '', body: object = {}) =>
  server.call(line, { token: '', body, headers: { origin: ORIGIN, cookie } });

/** Follows the redirect to the provider and back, as a browser does, with its cookies. */
async function followRedirects(path: string, cookie = '') {
  const sent = await page(`POST ${path}`, cookie, { returnTo: '/docs' });
  expect(sent.status).toBe(200);
  const back = provider.visit(sent.body.url);
  const cookies = [cookie, cookieOf(sent)].filter(Boolean).join('; ');
  const response = await fetch(`${server.url}${back}`, {
    headers: { cookie: cookies },
    redirect: 'manual',
  });
  const cookiesBack = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  const body = (await response.json()) as { code?: string; details?: object };
  const session = cookiesBack.find((one) => one?.includes('session_token='));
  return { status: response.status, location: response.headers.get('location'), body, session };
}

const signInWithProvider = () => followRedirects('/api/auth/sign-in/oidc');

async function linkedUser(): Promise<SignedInUser> {
  const person = await signedInMember(server, companyId);
  provider.person = { sub: `subject of ${person.userId}`, email: person.email, name: 'Ada' };
  const linked = await followRedirects('/api/auth/link/oidc', person.cookie);
  expect(linked).toMatchObject({ status: 302, location: `${ORIGIN}/docs` });
  return person;
}

describe('an identity at a provider', () => {
  it('signs in the user who has linked it, and redirects to the requested page', async () => {
    const { userId } = await linkedUser();
    const back = await signInWithProvider();
    expect(back).toMatchObject({ status: 302, location: `${ORIGIN}/docs` });
    const session = await server.call('GET /api/session', {
      token: '',
      headers: { cookie: back.session ?? '' },
    });
    expect(session.body).toMatchObject({
      user: { id: userId },
      credential: { kind: 'session' },
      memberships: [{ companyId }],
    });
  });

  it('signs nobody in until it is linked, whatever its e-mail address', async () => {
    const { email } = await signedInMember(server, companyId);
    provider.person = { sub: 'a stranger', email, name: 'Mallory' };
    const back = await signInWithProvider();
    expect(back).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
    expect(back.session).toBeUndefined();
    const users = await many(server.stage.db, sql`select 1 from users where name = 'Mallory'`);
    expect(users).toEqual([]);
  });

  it('creates no user', async () => {
    provider.person = { sub: 'another', email: 'nobody@example.com', name: 'Mallory' };
    expect((await signInWithProvider()).status).toBe(422);
  });

  it('is linked to one user only', async () => {
    await linkedUser();
    const other = await signedInMember(server, companyId);
    const linked = await followRedirects('/api/auth/link/oidc', other.cookie);
    expect(linked).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
  });

  it("is stored by issuer and subject, without the provider's tokens", async () => {
    const { userId } = await linkedUser();
    expect((await signInWithProvider()).status).toBe(302);
    const accounts = await many(
      server.stage.db,
      sql`
      select account_id, id_token, access_token, refresh_token from accounts
      where user_id = ${userId} and provider_id = 'oidc'`,
    );
    expect(accounts).toEqual([
      {
        accountId: `${provider.issuer} subject of ${userId}`,
        idToken: null,
        accessToken: null,
        refreshToken: null,
      },
    ]);
  });
});

describe("the provider's callback", () => {
  it('is refused without the state of the redirect', async () => {
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied&state=z']) {
      const refused = await server.call(`GET /api/auth/callback/oidc${query}`, { token: '' });
      expect(refused).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
    }
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'docs'])(
    'never redirects to %s',
    async (returnTo) => {
      const refused = await page('POST /api/auth/sign-in/oidc', '', { returnTo });
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );
});

describe('the starts of sign-ins at the provider', () => {
  it('are limited by address, before any state is stored', async () => {
    const { db } = server.stage;
    expect((await page('POST /api/auth/sign-in/oidc')).status).toBe(200);
    await none(db, sql`update sign_in_attempts set attempts = 1000`);
    const stored = () => many(db, sql`select 1 from verifications limit 10000`);
    const before = (await stored()).length;
    expect(await page('POST /api/auth/sign-in/oidc')).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', details: { by: 'address' } },
    });
    expect(await stored()).toHaveLength(before);
    await none(db, sql`delete from sign_in_attempts`);
  });
});

describe('a gateway without a provider', () => {
  it('refuses sign-in with a provider', async () => {
    const own = await openGateway();
    const refused = await own.call('POST /api/auth/sign-in/oidc', { token: '', body: {} });
    expect(refused).toMatchObject({ status: 422, body: { code: 'no_identity_provider' } });
    await own.close();
  });

  it('does not start with an incomplete provider configuration', async () => {
    await expect(openGateway({ OIDC_ISSUER: 'https://id.example' })).rejects.toThrow(
      'OIDC_CLIENT_ID',
    );
  });
});
