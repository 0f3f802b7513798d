import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDoor } from './open-door.ts';
import { anEmail, asPage, becomeUser, openDoorForPeople, personIn, signIn } from './people.ts';

let door: OpenDoor;
let companyId: string;
beforeAll(async () => {
  door = await openDoorForPeople();
  ({ companyId } = await door.stage.given.company());
});
afterAll(() => door.close());

describe('an instance admin', () => {
  it('invites another one, who sees every company and may be shut out again', async () => {
    const email = anEmail();
    const { body: invitation } = await door.call('POST /api/users', {
      body: { email, instanceAdmin: true },
    });
    const admin = await becomeUser(door, email, invitation.acceptPath);
    const page = asPage(door, admin);
    const { body } = await page('GET /api/session');
    expect(body).toMatchObject({
      actor: { companies: 'all' }, user: { email, instanceAdmin: true },
      may: { createCompanies: true, manageUsers: true, permissions: expect.any(Array) },
    });
    expect((await page(`GET /api/companies/${companyId}/members`)).status).toBe(200);
    const path = `PATCH /api/users/${admin.userId}`;
    const demoted = await door.call(path, { body: { instanceAdmin: false } });
    expect(demoted.body).toMatchObject({ id: admin.userId, instanceAdmin: false });
    expect((await page(`GET /api/companies/${companyId}/members`)).status).toBe(404);
    await door.call(path, { body: { disabled: true } });
    expect((await page('GET /api/session')).status).toBe(401);
    expect((await signIn(door, email)).status).toBe(401);
    await door.call(path, { body: { disabled: false } });
    expect((await signIn(door, email)).status).toBe(200);
  });

  it('is no one else', async () => {
    const owner = asPage(door, await personIn(door, companyId, { role: 'owner' }));
    const refused = { status: 403, body: { code: 'instance_admin_only' } };
    expect(await owner('GET /api/users')).toMatchObject(refused);
    expect(await owner('POST /api/users', { body: { email: anEmail() } })).toMatchObject(refused);
    const { body } = await owner('GET /api/session');
    expect(await owner(`PATCH /api/users/${body.user.id}`, { body: { instanceAdmin: true } }))
      .toMatchObject(refused);
  });

  it('of the environment stays as it is', async () => {
    const { body } = await door.call('GET /api/session');
    const refused = await door.call(`PATCH /api/users/${body.actor.id}`, {
      body: { instanceAdmin: false },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'user_of_the_environment' } });
  });

  it('lists users page by page and invites no user twice', async () => {
    const { email } = await personIn(door, companyId);
    const twice = await door.call('POST /api/users', { body: { email } });
    expect(twice).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await door.call(`GET /api/users?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body.map((user: { id: string }) => user.id));
      cursor = page.headers.get('next-cursor');
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(2);
  });
});

describe('a board token', () => {
  const tokenOf = async (fields: object = {}, body: object = {}) => {
    const person = await personIn(door, companyId, fields);
    const made = await asPage(door, person)('POST /api/board-tokens', { body });
    return { person, made };
  };

  it('is its user, with the memberships that the user has at the moment', async () => {
    const { person, made } = await tokenOf({ permissions: ['approve'] }, { name: 'laptop' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'laptop', expiresAt: null,
        token: expect.stringMatching(/^mst_board_[\w-]{12}_[\w-]{49}$/),
      },
    });
    const { token } = made.body;
    const session = () => door.call('GET /api/session', { token });
    expect((await session()).body).toMatchObject({
      credential: { kind: 'board_token', expiresAt: null },
      user: { id: person.userId },
      memberships: [{ companyId, role: 'operator', permissions: ['approve'], mayWrite: true }],
    });
    await door.call(`PATCH /api/companies/${companyId}/members/${person.userId}`, {
      body: { permissions: [] },
    });
    expect((await session()).body.memberships).toMatchObject([{ permissions: [] }]);
  });

  it('is listed without its secret, with its last use, and revoked by its user alone', async () => {
    const { person, made } = await tokenOf();
    const { id, token } = made.body;
    await door.call('GET /api/session', { token });
    const page = asPage(door, person);
    const listed = async () => (await page('GET /api/board-tokens')).body;
    await expect.poll(async () => (await listed())[0].lastUsedAt, { timeout: 8_000 })
      .toEqual(expect.any(String));
    expect(JSON.stringify(await listed())).not.toContain(token.slice(23));
    const other = await personIn(door, companyId);
    const refused = await asPage(door, other)(`DELETE /api/board-tokens/${id}`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
    const revoked = await page(`DELETE /api/board-tokens/${id}`);
    expect(revoked.body).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await door.call('GET /api/session', { token })).status).toBe(401);
  });

  it('ends at its time', async () => {
    const past = await tokenOf({}, { expiresAt: '2020-01-01T00:00:00.000Z' });
    expect(past.made).toMatchObject({ status: 422, body: { code: 'expiry_in_the_past' } });
    const { made } = await tokenOf({}, { expiresAt: '2100-01-01T00:00:00.000Z' });
    await none(door.stage.db, sql`
      update board_tokens set expires_at = now() where id = ${made.body.id}`);
    const ended = await door.call('GET /api/session', { token: made.body.token });
    expect(ended).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('is made by a viewer too, who still only reads with it', async () => {
    const { made } = await tokenOf({ role: 'viewer' });
    const refused = await door.call(`POST /api/companies/${companyId}/members`, {
      token: made.body.token, body: { email: anEmail() },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'viewer_reads_only' } });
  });

  it('of the environment is nobody\'s to list', async () => {
    const { body } = await door.call('GET /api/board-tokens');
    expect(body.every(({ name }: { name: string | null }) => name !== null)).toBe(true);
  });
});
