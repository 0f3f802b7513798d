import { many, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { cookieOf, openDoorForPeople, type Person, personIn } from './people.ts';

const ORIGIN = 'http://muster.test';

let door: OpenDoor;
let provider: IdentityProvider;
let companyId: string;
beforeAll(async () => {
  provider = await startIdentityProvider();
  door = await openDoorForPeople({
    MUSTER_PUBLIC_URL: ORIGIN, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: 'a secret between two',
  });
  ({ companyId } = await door.stage.given.company());
});
afterAll(async () => {
  await door.close();
  await provider.close();
});

const page = (line: string, cookie = '', body: object = {}) =>
  door.call(line, { token: '', body, headers: { origin: ORIGIN, cookie } });

/** There and back, as a browser goes: with the cookies of the way there. */
async function goAndComeBack(path: string, cookie = '') {
  const sent = await page(`POST ${path}`, cookie, { returnTo: '/docs' });
  expect(sent.status).toBe(200);
  const back = provider.visit(sent.body.url);
  const cookies = [cookie, cookieOf(sent)].filter(Boolean).join('; ');
  const response = await fetch(`${door.url}${back}`, {
    headers: { cookie: cookies }, redirect: 'manual',
  });
  const cameBack = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  const body = await response.json() as { code?: string; details?: object };
  const session = cameBack.find((one) => one?.includes('session_token='));
  return { status: response.status, location: response.headers.get('location'), body, session };
}

const signInThere = () => goAndComeBack('/api/auth/sign-in/oidc');

async function bound(): Promise<Person> {
  const person = await personIn(door, companyId);
  provider.person = { sub: `subject of ${person.userId}`, email: person.email, name: 'Ada' };
  const linked = await goAndComeBack('/api/auth/link/oidc', person.cookie);
  expect(linked).toMatchObject({ status: 302, location: `${ORIGIN}/docs` });
  return person;
}

describe('an identity at a provider', () => {
  it('signs in the user who has bound it, and sends back to where one was', async () => {
    const { userId } = await bound();
    const back = await signInThere();
    expect(back).toMatchObject({ status: 302, location: `${ORIGIN}/docs` });
    const session = await door.call('GET /api/session', {
      token: '', headers: { cookie: back.session ?? '' },
    });
    expect(session.body).toMatchObject({
      user: { id: userId }, credential: { kind: 'session' }, memberships: [{ companyId }],
    });
  });

  it('is nobody as long as it is not bound, whatever its address', async () => {
    const { email } = await personIn(door, companyId);
    provider.person = { sub: 'a stranger', email, name: 'Mallory' };
    const back = await signInThere();
    expect(back).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
    expect(back.session).toBeUndefined();
    const users = await many(door.stage.db, sql`select 1 from users where name = 'Mallory'`);
    expect(users).toEqual([]);
  });

  it('makes no user of an address that nobody has', async () => {
    provider.person = { sub: 'another', email: 'nobody@example.com', name: 'Mallory' };
    expect((await signInThere()).status).toBe(422);
  });

  it('is bound to one user only', async () => {
    await bound();
    const other = await personIn(door, companyId);
    const linked = await goAndComeBack('/api/auth/link/oidc', other.cookie);
    expect(linked).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
  });

  it('is kept by its issuer and subject, without any token of the provider', async () => {
    const { userId } = await bound();
    expect((await signInThere()).status).toBe(302);
    const accounts = await many(door.stage.db, sql`
      select account_id, id_token, access_token, refresh_token from accounts
      where user_id = ${userId} and provider_id = 'oidc'`);
    expect(accounts).toEqual([{
      accountId: `${provider.issuer} subject of ${userId}`,
      idToken: null, accessToken: null, refreshToken: null,
    }]);
  });
});

describe('the way back from the provider', () => {
  it('is refused without the state of the way there', async () => {
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied&state=z']) {
      const refused = await door.call(`GET /api/auth/callback/oidc${query}`, { token: '' });
      expect(refused).toMatchObject({ status: 422, body: { code: 'identity_provider_failed' } });
    }
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'docs'])(
    'never leads to %s', async (returnTo) => {
      const refused = await page('POST /api/auth/sign-in/oidc', '', { returnTo });
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );
});

describe('without a provider', () => {
  it('says that there is none', async () => {
    const own = await openDoor();
    const refused = await own.call('POST /api/auth/sign-in/oidc', { token: '', body: {} });
    expect(refused).toMatchObject({ status: 422, body: { code: 'no_identity_provider' } });
    await own.close();
  });

  it('does not start with half of one', async () => {
    await expect(openDoor({ OIDC_ISSUER: 'https://id.example' })).rejects.toThrow('OIDC_CLIENT_ID');
  });
});
