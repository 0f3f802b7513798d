import { randomBytes } from 'node:crypto';
import { many, none, sql } from '@muster/service-kit';
import { startIdentityProvider, type IdentityProvider } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientUnder } from './browser.ts';
import { BOARD_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';
import {
  cookieOf,
  openGatewayWithIssues,
  type SignedInUser,
  signedInMember,
} from './signed-in-users.ts';

const ORIGIN = 'http://muster.test';

let server: TestGateway;
let client: TestGateway['call'];
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
  client = clientUnder(server.port, 'muster.test');
  ({ companyId } = await server.stage.given.company());
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const page = (line: string, cookie = '', body: object = {}, secret = '') =>
  client(line, { body, headers: { origin: ORIGIN, cookie, 'x-page-secret': secret } });

const newSecret = () => randomBytes(32).toString('base64url');

/** Follows the redirect to the provider and back, as a browser does, with its cookies. */
async function followRedirects(path: string, cookie = '', fields: object = {}, secret = '') {
  const sent = await page(`POST ${path}`, cookie, { returnTo: '/docs', ...fields }, secret);
  expect(sent.status).toBe(200);
  const back = provider.visit(sent.body.url);
  const cookies = [cookie, cookieOf(sent)].filter(Boolean).join('; ');
  const response = await client(`GET ${back}`, { headers: { cookie: cookies } });
  const cookiesBack = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  const session = cookiesBack.find((one) => /\.session(_token)?=./.test(one ?? ''));
  const location = response.headers.get('location') ?? '';
  return { status: response.status, location, body: response.body, session, back, cookies };
}

const signInWithProvider = (pageSecret = newSecret()) =>
  followRedirects('/api/auth/sign-in/oidc', '', { pageSecret });

/** What the page does that has come back with a code. */
const enter = (location: string, pageSecret: string) =>
  page('POST /api/auth/sign-in/link', '', { code: new URL(location).hash.slice(1), pageSecret });

/** Calls of the board and of people, under the name of the installation. */
const board: Pick<TestGateway, 'call'> = {
  call: (line, { token = BOARD_TOKEN, ...request } = {}) => client(line, { token, ...request }),
};

async function linkedUser(): Promise<SignedInUser> {
  const person = await signedInMember(board, companyId);
  provider.person = { sub: `subject of ${person.userId}`, email: person.email, name: 'Ada' };
  const linked = await followRedirects('/api/auth/link/oidc', person.cookie);
  expect(linked).toMatchObject({ status: 302, location: `${ORIGIN}/docs` });
  return person;
}

describe('an identity at a provider', () => {
  it('is listed in the activity of its account: linked, and signed in with', async () => {
    const { userId } = await linkedUser();
    const pageSecret = newSecret();
    await enter((await signInWithProvider(pageSecret)).location, pageSecret);
    const { body } = await board.call(`GET /api/instance/activity?userId=${userId}`);
    const actions = body as { action: string; method: string; address: string }[];
    expect(actions.slice(0, 2)).toMatchObject([
      { action: 'signed_in', method: 'provider', address: '127.0.0.1' },
      { action: 'provider_linked', method: 'provider' },
    ]);
  });

  it('signs in the user who has linked it, on the page that began and on no other', async () => {
    const { userId } = await linkedUser();
    const pageSecret = newSecret();
    const back = await signInWithProvider(pageSecret);
    expect(back).toMatchObject({ status: 302, session: undefined });
    expect(back.location).toMatch(/^http:\/\/muster\.test\/enter\?returnTo=%2Fdocs#[\w-]{43}$/);
    const code = new URL(back.location).hash.slice(1);
    const shown = await client('GET /api/auth/sign-in/link', {
      headers: { 'x-sign-in-code': code },
    });
    expect(shown.body).toMatchObject({ user: { name: expect.any(String) }, boundToPage: true });
    expect(await enter(back.location, newSecret())).toMatchObject({
      status: 404,
      body: { code: 'sign_in_link_not_found' },
    });
    const entered = await enter(back.location, pageSecret);
    expect(entered).toMatchObject({ status: 200, body: { user: { id: userId } } });
    expect((await enter(back.location, pageSecret)).status).toBe(404);
    const session = await client('GET /api/session', {
      headers: { cookie: cookieOf(entered), 'x-page-secret': pageSecret },
    });
    const linked = await followRedirects('/api/auth/link/oidc', cookieOf(entered), {}, pageSecret);
    expect(linked).toMatchObject({ status: 302, location: `${ORIGIN}/docs` });
    expect(session.body).toMatchObject({
      user: { id: userId },
      credential: { kind: 'session' },
      memberships: [{ companyId }],
    });
  });

  it('signs nobody in until it is linked, whatever its e-mail address', async () => {
    const { email } = await signedInMember(board, companyId);
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
    const other = await signedInMember(board, companyId);
    const linked = await followRedirects('/api/auth/link/oidc', other.cookie);
    expect(linked).toMatchObject({
      status: 422,
      body: { code: 'identity_provider_failed', details: { linking: true } },
    });
  });

  it("is stored by issuer and subject, without the provider's tokens", async () => {
    const { userId } = await linkedUser();
    expect((await signInWithProvider()).status).toBe(302);
    const left = await many(server.stage.db, sql`select 1 from sessions where user_id = ${userId}`);
    expect(left).toHaveLength(1);
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
  it('leads a browser to the page that says why it failed, and gives a program the refusal', async () => {
    provider.person = { sub: 'not linked', email: 'x@example.com', name: 'X' };
    const failed = await signInWithProvider();
    expect(failed).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
    const browser = await client(`GET ${failed.back}`, {
      headers: { cookie: failed.cookies, 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*' },
    });
    expect(browser.status).toBe(302);
    expect(browser.headers.get('location')).toBe(
      `${ORIGIN}/sign-in?error=identity_provider_failed`,
    );
  });

  it('needs the secret of a page over http, where cookies reach other ports', async () => {
    const refused = await page('POST /api/auth/sign-in/oidc');
    expect(refused).toMatchObject({ status: 422, body: { code: 'page_secret_required' } });
  });

  it('is refused without the state of the redirect', async () => {
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied&state=z']) {
      const refused = await client(`GET /api/auth/callback/oidc${query}`);
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
    expect(
      (await page('POST /api/auth/sign-in/oidc', '', { pageSecret: newSecret() })).status,
    ).toBe(200);
    await none(db, sql`update sign_in_attempts set attempts = 1000`);
    const stored = () => many(db, sql`select 1 from verifications limit 10000`);
    const before = (await stored()).length;
    expect(
      await page('POST /api/auth/sign-in/oidc', '', { pageSecret: newSecret() }),
    ).toMatchObject({
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
