import { many, none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientUnder } from './browser.ts';
import { BOARD_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';
import {
  anEmail,
  asPage,
  cookieOf,
  openGatewayWithIssues,
  PASSWORD,
  signedInMember,
  signIn,
} from './signed-in-users.ts';

let server: TestGateway;
let companyId: string;
beforeAll(async () => {
  server = await openGatewayWithIssues();
  ({ companyId } = await server.stage.given.company());
});
afterAll(() => server.close());

describe('signing in', () => {
  it('sets a cookie that is HttpOnly and SameSite', async () => {
    const { email, userId } = await signedInMember(server, companyId);
    const answer = await signIn(server, email);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: { id: userId, name: 'Ada Lovelace', email },
      session: {
        id: expect.any(String),
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        address: '127.0.0.1',
        userAgent: expect.any(String),
      },
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^muster\.session_token=/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800']) {
      expect(cookie).toContain(attribute);
    }
    expect(cookie).not.toContain('Secure');
  });

  it('binds the cookie to its host and to https if the public address is https', async () => {
    const own = await openGatewayWithIssues({ MUSTER_PUBLIC_URL: 'https://muster.example' });
    const { companyId: ownCompany } = await own.stage.given.company();
    const call: TestGateway['call'] = (line, { token = BOARD_TOKEN, ...request } = {}) =>
      clientUnder(own.port, 'muster.example')(line, { token, ...request });
    const { email } = await signedInMember({ call }, ownCompany);
    const [cookie = ''] = (await signIn({ call }, email)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-muster\.session_token=.*; Secure/);
    expect(cookie).not.toContain('Domain');
    await own.close();
  });

  it('accepts the e-mail address in any case', async () => {
    const { email } = await signedInMember(server, companyId);
    expect((await signIn(server, email.toUpperCase())).status).toBe(200);
  });

  it.each(['a wrong password', 'an unknown address', 'no address at all'])(
    'refuses %s like every other',
    async (kind) => {
      const { email } = await signedInMember(server, companyId);
      const refused = await signIn(
        server,
        { 'an unknown address': anEmail(), 'no address at all': 'nobody' }[kind] ?? email,
        'not the password of anybody',
      );
      expect(refused).toMatchObject({
        status: 401,
        body: { code: 'wrong_credentials', retryable: false },
      });
      expect(refused.headers.getSetCookie()).toEqual([]);
    },
  );

  it('is refused for a page of another site', async () => {
    const { email } = await signedInMember(server, companyId);
    const refused = await server.call('POST /api/auth/sign-in/email', {
      token: '',
      body: { email, password: PASSWORD },
      headers: { origin: 'https://evil.example' },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  });

  it('is limited per account and address, over concurrent attempts', async () => {
    const own = await openGateway();
    const { companyId: ownCompany } = await own.stage.given.company();
    const { email } = await signedInMember(own, ownCompany);
    await none(own.stage.db, sql`update sign_in_attempts set attempts = 18`);
    const tried = await Promise.all(
      Array.from({ length: 6 }, () => signIn(own, email, 'a guess among many')),
    );
    const counted = tried.map(({ status }) => status);
    expect(counted.filter((status) => status === 401)).toHaveLength(2);
    expect(counted.filter((status) => status === 429)).toHaveLength(4);
    const late = await signIn(own, email);
    expect(late).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        details: { by: 'account', retryAfterSeconds: expect.any(Number) },
      },
    });
    await own.close();
  });

  it('stores neither password nor cookie, and returns no session token in a body', async () => {
    const person = await signedInMember(server, companyId);
    const answer = await signIn(server, person.email);
    const value = decodeURIComponent(cookieOf(answer).split('=')[1] ?? '');
    expect(JSON.stringify(answer.body)).not.toContain(value.split('.')[0]);
    const rows = await many<{ row: string }>(
      server.stage.db,
      sql`
      select s::text as row from sessions s union all select a::text from accounts a
      union all select r::text from requests r union all select e::text from events e
      limit 10000`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(PASSWORD);
      expect(row).not.toContain(value);
    }
  });
});

describe('a session', () => {
  it('authenticates its user with its memberships until sign-out', async () => {
    const person = await signedInMember(server, companyId, {
      role: 'operator',
      permissions: ['approve'],
    });
    const page = asPage(server, person);
    const { body } = await page('GET /api/session');
    const { body: sessions } = await page('GET /api/sessions');
    const membership = { companyId, role: 'operator', permissions: ['approve'] };
    expect(body).toEqual({
      actor: { type: 'user', id: person.userId, name: 'Ada Lovelace', companies: [membership] },
      credential: { kind: 'session', expiresAt: expect.any(String), id: sessions[0].id },
      user: {
        id: person.userId,
        name: 'Ada Lovelace',
        email: person.email,
        instanceAdmin: false,
      },
      memberships: [{ ...membership, mayWrite: true }],
      agent: null,
      may: { createCompanies: false, manageUsers: false, permissions: [] },
    });
    const out = await page('POST /api/auth/sign-out');
    expect(out).toMatchObject({ status: 200, body: { signedOut: true } });
    expect(out.headers.getSetCookie()[0]).toMatch(/session_token=;.*Max-Age=0/);
    expect((await page('GET /api/session')).status).toBe(401);
  });

  it('is listed and revoked by its user only', async () => {
    const person = await signedInMember(server, companyId);
    const other = await signedInMember(server, companyId);
    const again = cookieOf(await signIn(server, person.email));
    const { body: sessions } = await asPage(server, person)('GET /api/sessions');
    expect(sessions).toHaveLength(2);
    const path = `DELETE /api/sessions/${sessions[0].id}`;
    const refused = await asPage(server, other)(path);
    expect(refused).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
    expect((await asPage(server, person)(path)).status).toBe(200);
    expect((await asPage(server, { cookie: again })('GET /api/session')).status).toBe(401);
    expect((await asPage(server, person)('GET /api/session')).status).toBe(200);
  });

  it('changes the password and ends all other sessions', async () => {
    const person = await signedInMember(server, companyId);
    const other = cookieOf(await signIn(server, person.email));
    const newPassword = 'a new password, long enough';
    const wrong = await asPage(server, person)('POST /api/auth/change-password', {
      body: { currentPassword: 'not the one it is', newPassword },
    });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_password' } });
    const changed = await asPage(server, person)('POST /api/auth/change-password', {
      body: { currentPassword: PASSWORD, newPassword },
    });
    expect(changed.status).toBe(200);
    const statusWith = async (cookie: string) =>
      (await asPage(server, { cookie })('GET /api/session')).status;
    expect(await statusWith(cookieOf(changed))).toBe(200);
    expect(await statusWith(other)).toBe(401);
    expect(await statusWith(person.cookie)).toBe(401);
    expect((await signIn(server, person.email)).status).toBe(401);
    expect((await signIn(server, person.email, newPassword)).status).toBe(200);
  });

  it('expires', async () => {
    const person = await signedInMember(server, companyId);
    await many(
      server.stage.db,
      sql`
      update sessions set expires_at = now() - interval '1 second' where user_id = ${person.userId}`,
    );
    await expect
      .poll(async () => (await asPage(server, person)('GET /api/session')).status)
      .toBe(401);
  });

  it('is not accepted with an unsigned token', async () => {
    const person = await signedInMember(server, companyId);
    const [row] = await many<{ token: string }>(
      server.stage.db,
      sql`
      select token from sessions where user_id = ${person.userId}`,
    );
    const forged = `muster.session_token=${row?.token}.${Buffer.alloc(32).toString('base64')}`;
    expect((await asPage(server, { cookie: forged })('GET /api/session')).status).toBe(401);
    const bearer = await server.call('GET /api/session', { token: row?.token ?? '' });
    expect(bearer.status).toBe(401);
  });

  it('is required to sign out and to change the password', async () => {
    for (const path of ['sign-out', 'change-password']) {
      const refused = await server.call(`POST /api/auth/${path}`, {
        body: { currentPassword: PASSWORD, newPassword: PASSWORD },
      });
      expect(refused).toMatchObject({ status: 403, body: { code: 'session_required' } });
    }
  });
});

describe('a change with a cookie', () => {
  const createToken = async (headers: Record<string, string>) => {
    const person = await signedInMember(server, companyId);
    return server.call('POST /api/board-tokens', {
      token: '',
      body: {},
      headers: { cookie: person.cookie, ...headers },
    });
  };

  it('from a page of the installation is accepted', async () => {
    expect((await createToken({ origin: server.url })).status).toBe(201);
    expect((await createToken({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });

  const foreign: readonly (readonly [string, Record<string, string>])[] = [
    ['another site', { origin: 'https://evil.example' }],
    ['nowhere', {}],
    ['another site of the same name', { origin: 'http://127.0.0.1:1' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ];
  it.each(foreign)('from %s is refused', async (_, headers) => {
    const refused = await createToken(headers);
    expect(refused).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  });

  it('that is not JSON is refused', async () => {
    const refused = await createToken({ origin: server.url, 'content-type': 'text/plain' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'json_required' } });
  });

  it('is not checked for a bearer token, whatever cookie is sent along', async () => {
    const { cookie } = await signedInMember(server, companyId);
    const { body } = await server.call('GET /api/session', { headers: { cookie } });
    expect(body.actor.name).toBe('admin');
    const other = { origin: 'https://evil.example' };
    const answer = await server.call('POST /api/board-tokens', { body: {}, headers: other });
    expect(answer.status).toBe(201);
  });
});
