import { many, none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';
import {
  anEmail, asPage, cookieOf, openDoorForPeople, PASSWORD, personIn, signIn,
} from './people.ts';

let door: OpenDoor;
let companyId: string;
beforeAll(async () => {
  door = await openDoorForPeople();
  ({ companyId } = await door.stage.given.company());
});
afterAll(() => door.close());

describe('signing in', () => {
  it('gives a cookie that no script can read and that stays on this site', async () => {
    const { email, userId } = await personIn(door, companyId);
    const answer = await signIn(door, email);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: { id: userId, name: 'Ada Lovelace', email },
      session: {
        id: expect.any(String), createdAt: expect.any(String), expiresAt: expect.any(String),
        address: '127.0.0.1', userAgent: expect.any(String),
      },
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^muster\.session_token=/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800']) {
      expect(cookie).toContain(attribute);
    }
    expect(cookie).not.toContain('Secure');
  });

  it('binds the cookie to its host and to https where the public address is', async () => {
    const own = await openDoorForPeople({ MUSTER_PUBLIC_URL: 'https://muster.example' });
    const { companyId: ownCompany } = await own.stage.given.company();
    const { email } = await personIn(own, ownCompany);
    const [cookie = ''] = (await signIn(own, email)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-muster\.session_token=.*; Secure/);
    expect(cookie).not.toContain('Domain');
    await own.close();
  });

  it('takes the address in any case', async () => {
    const { email } = await personIn(door, companyId);
    expect((await signIn(door, email.toUpperCase())).status).toBe(200);
  });

  it.each(['a wrong password', 'an unknown address', 'no address at all'])(
    'answers %s like every other', async (kind) => {
      const { email } = await personIn(door, companyId);
      const refused = await signIn(
        door,
        { 'an unknown address': anEmail(), 'no address at all': 'nobody' }[kind] ?? email,
        'not the password of anybody',
      );
      expect(refused).toMatchObject({
        status: 401, body: { code: 'wrong_credentials', retryable: false },
      });
      expect(refused.headers.getSetCookie()).toEqual([]);
    },
  );

  it('is refused to a page of another site', async () => {
    const { email } = await personIn(door, companyId);
    const refused = await door.call('POST /api/auth/sign-in/email', {
      token: '', body: { email, password: PASSWORD }, headers: { origin: 'https://evil.example' },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  });

  it('is limited for one account, whoever tries and however many at once', async () => {
    const own = await openDoor();
    const { companyId: ownCompany } = await own.stage.given.company();
    const { email } = await personIn(own, ownCompany);
    await none(own.stage.db, sql`update sign_in_attempts set attempts = 18`);
    const tried = await Promise.all(Array.from({ length: 6 }, () =>
      signIn(own, email, 'a guess among many')));
    const counted = tried.map(({ status }) => status);
    expect(counted.filter((status) => status === 401)).toHaveLength(2);
    expect(counted.filter((status) => status === 429)).toHaveLength(4);
    const late = await signIn(own, email);
    expect(late).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited', details: { by: 'account', retryAfterSeconds: expect.any(Number) },
      },
    });
    await own.close();
  });

  it('leaves neither password nor cookie in the database, nor its token in an answer', async () => {
    const person = await personIn(door, companyId);
    const answer = await signIn(door, person.email);
    const value = decodeURIComponent(cookieOf(answer).split('=')[1] ?? '');
    expect(JSON.stringify(answer.body)).not.toContain(value.split('.')[0]);
    const rows = await many<{ row: string }>(door.stage.db, sql`
      select s::text as row from sessions s union all select a::text from accounts a
      union all select r::text from requests r union all select e::text from events e
      limit 10000`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(PASSWORD);
      expect(row).not.toContain(value);
    }
  });
});

describe('a session', () => {
  it('is its user with its memberships, until signed out', async () => {
    const person = await personIn(door, companyId, {
      role: 'operator', permissions: ['approve'],
    });
    const page = asPage(door, person);
    const { body } = await page('GET /api/session');
    const membership = { companyId, role: 'operator', permissions: ['approve'] };
    expect(body).toEqual({
      actor: { type: 'user', id: person.userId, name: 'Ada Lovelace', companies: [membership] },
      credential: { kind: 'session', expiresAt: expect.any(String) },
      user: {
        id: person.userId, name: 'Ada Lovelace', email: person.email, instanceAdmin: false,
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

  it('is listed and ended by its user, and by nobody else', async () => {
    const person = await personIn(door, companyId);
    const other = await personIn(door, companyId);
    const again = cookieOf(await signIn(door, person.email));
    const { body: sessions } = await asPage(door, person)('GET /api/sessions');
    expect(sessions).toHaveLength(2);
    const path = `DELETE /api/sessions/${sessions[0].id}`;
    const refused = await asPage(door, other)(path);
    expect(refused).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
    expect((await asPage(door, person)(path)).status).toBe(200);
    expect((await asPage(door, { cookie: again })('GET /api/session')).status).toBe(401);
    expect((await asPage(door, person)('GET /api/session')).status).toBe(200);
  });

  it('changes the password and ends all others', async () => {
    const person = await personIn(door, companyId);
    const other = cookieOf(await signIn(door, person.email));
    const newPassword = 'a new password, long enough';
    const wrong = await asPage(door, person)('POST /api/auth/change-password', {
      body: { currentPassword: 'not the one it is', newPassword },
    });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_password' } });
    const changed = await asPage(door, person)('POST /api/auth/change-password', {
      body: { currentPassword: PASSWORD, newPassword },
    });
    expect(changed.status).toBe(200);
    const statusWith = async (cookie: string) =>
      (await asPage(door, { cookie })('GET /api/session')).status;
    expect(await statusWith(cookieOf(changed))).toBe(200);
    expect(await statusWith(other)).toBe(401);
    expect(await statusWith(person.cookie)).toBe(401);
    expect((await signIn(door, person.email)).status).toBe(401);
    expect((await signIn(door, person.email, newPassword)).status).toBe(200);
  });

  it('ends with its time', async () => {
    const person = await personIn(door, companyId);
    await many(door.stage.db, sql`
      update sessions set expires_at = now() where user_id = ${person.userId}`);
    await expect.poll(async () => (await asPage(door, person)('GET /api/session')).status)
      .toBe(401);
  });

  it('is not to be had with a token that nobody signed', async () => {
    const person = await personIn(door, companyId);
    const [row] = await many<{ token: string }>(door.stage.db, sql`
      select token from sessions where user_id = ${person.userId}`);
    const forged = `muster.session_token=${row?.token}.${Buffer.alloc(32).toString('base64')}`;
    expect((await asPage(door, { cookie: forged })('GET /api/session')).status).toBe(401);
    const bearer = await door.call('GET /api/session', { token: row?.token ?? '' });
    expect(bearer.status).toBe(401);
  });

  it('is needed for signing out and for another password', async () => {
    for (const path of ['sign-out', 'change-password']) {
      const refused = await door.call(`POST /api/auth/${path}`, {
        body: { currentPassword: PASSWORD, newPassword: PASSWORD },
      });
      expect(refused).toMatchObject({ status: 403, body: { code: 'session_required' } });
    }
  });
});

describe('a change with a cookie', () => {
  const made = async (headers: Record<string, string>) => {
    const person = await personIn(door, companyId);
    return door.call('POST /api/board-tokens', {
      token: '', body: {}, headers: { cookie: person.cookie, ...headers },
    });
  };

  it('from a page of ours is carried out', async () => {
    expect((await made({ origin: door.url })).status).toBe(201);
    expect((await made({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });

  const foreign: readonly (readonly [string, Record<string, string>])[] = [
    ['another site', { origin: 'https://evil.example' }],
    ['nowhere', {}],
    ['another site of the same name', { origin: 'http://127.0.0.1:1' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ];
  it.each(foreign)('from %s is refused', async (_, headers) => {
    const refused = await made(headers);
    expect(refused).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  });

  it('that is not JSON is refused', async () => {
    const refused = await made({ origin: door.url, 'content-type': 'text/plain' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'json_required' } });
  });

  it('is not asked of a program with a token, whatever cookie comes along', async () => {
    const { cookie } = await personIn(door, companyId);
    const { body } = await door.call('GET /api/session', { headers: { cookie } });
    expect(body.actor.name).toBe('admin');
    const elsewhere = { origin: 'https://evil.example' };
    const answer = await door.call('POST /api/board-tokens', { body: {}, headers: elsewhere });
    expect(answer.status).toBe(201);
  });
});
