import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';
import {
  anEmail, asPage, becomeUser, openDoorForPeople, PASSWORD, personIn, signIn,
} from './people.ts';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoorForPeople();
});
afterAll(() => door.close());

const aCompany = async () => (await door.stage.given.company()).companyId;
const membersOf = (companyId: string) => `/api/companies/${companyId}/members`;
const saidIn = async (companyId: string, type: 'member.added' | 'member.changed') =>
  (await door.stage.said(type)).filter((event) => event.companyId === companyId);

describe('addMember', () => {
  it('invites whoever is no user yet, with a token that is shown once', async () => {
    const companyId = await aCompany();
    const email = anEmail();
    const invited = await door.call(`POST ${membersOf(companyId)}`, {
      body: { email: email.toUpperCase(), name: 'Ada', role: 'operator', permissions: ['approve'] },
    });
    expect(invited).toMatchObject({
      status: 201,
      body: {
        member: null,
        invitation: {
          companyId, email, name: 'Ada', role: 'operator', permissions: ['approve'],
          token: expect.stringMatching(/^mst_invitation_[\w-]{12}_[\w-]{49}$/),
        },
      },
    });
    const { body } = await door.call(`GET /api/companies/${companyId}/user-invitations`);
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(invited.body.invitation.token);
    const said = await door.stage.said('user_invitation.created');
    expect(said.filter((event) => event.companyId === companyId)).toHaveLength(1);
    expect(JSON.stringify(said)).not.toContain(email);
  });

  it('makes whoever is a user a member at once, without a further sign-in', async () => {
    const person = await personIn(door, await aCompany());
    const companyId = await aCompany();
    expect((await asPage(door, person)(`GET ${membersOf(companyId)}`)).status).toBe(404);
    const added = await door.call(`POST ${membersOf(companyId)}`, {
      body: { email: person.email, role: 'viewer' },
    });
    expect(added.body).toMatchObject({
      invitation: null, member: { companyId, userId: person.userId, role: 'viewer' },
    });
    expect((await asPage(door, person)(`GET ${membersOf(companyId)}`)).status).toBe(200);
    expect(await saidIn(companyId, 'member.added')).toMatchObject([
      { actorType: 'user', payload: { userId: person.userId, role: 'viewer', permissions: [] } },
    ]);
    const again = await door.call(`POST ${membersOf(companyId)}`, {
      body: { email: person.email },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_a_member' } });
  });

  it('is for who may invite, and for no more than they have', async () => {
    const companyId = await aCompany();
    const inviter = await personIn(door, companyId, { permissions: ['invite', 'approve'] });
    const page = asPage(door, inviter);
    const asked = (fields: object) =>
      page(`POST ${membersOf(companyId)}`, { body: { email: anEmail(), ...fields } });
    expect((await asked({ permissions: ['approve'] })).status).toBe(201);
    expect((await asked({ role: 'viewer' })).status).toBe(201);
    for (const more of [{ role: 'owner' }, { permissions: ['manage_agents'] }]) {
      expect(await asked(more)).toMatchObject({
        status: 403, body: { code: 'grants_more_than_held' },
      });
    }
    const bystander = await personIn(door, companyId, { permissions: ['approve'] });
    const refused = await asPage(door, bystander)(`POST ${membersOf(companyId)}`, {
      body: { email: anEmail() },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
  });

  it.each([
    ['a viewer with permissions', { role: 'viewer', permissions: ['approve'] }, 'permissions'],
    ['an unknown role', { role: 'king' }, 'role'],
    ['an unknown permission', { permissions: ['everything'] }, 'permissions'],
    ['no address', { email: 'ada at example' }, 'email'],
  ])('refuses %s', async (_, fields, field) => {
    const refused = await door.call(`POST ${membersOf(await aCompany())}`, {
      body: { email: anEmail(), ...fields },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(refused.body.details[0].path[0]).toBe(field);
  });
});

describe('an invitation', () => {
  const invited = async (fields: object = {}) => {
    const companyId = await aCompany();
    const email = anEmail();
    const path = membersOf(companyId);
    const { body } = await door.call(`POST ${path}`, { body: { email, ...fields } });
    return { companyId, email, invitation: body.invitation };
  };
  const accept = (path: string, body: object = { name: 'Ada', password: PASSWORD }) =>
    door.call(`POST ${path}`, { token: '', body });

  it('shows who is asked and makes one user of one of many who accept it', async () => {
    const { companyId, email, invitation } = await invited();
    const shown = await door.call(`GET /api/user-invitations/${invitation.token}`, { token: '' });
    expect(shown.body).toEqual({
      email, companyId, name: null, expiresAt: invitation.expiresAt,
    });
    const tried = await Promise.all(Array.from({ length: 5 }, () => accept(invitation.acceptPath)));
    const made = tried.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(tried.filter(({ status }) => status === 404)).toHaveLength(4);
    const { body } = await door.call(`GET ${membersOf(companyId)}`);
    expect(body).toMatchObject([{ email, name: 'Ada', role: 'operator' }]);
    expect((await signIn(door, email)).status).toBe(200);
  });

  it.each(['revoked', 'expired', 'unknown', 'garbage'])('that is %s is absent', async (kind) => {
    const { companyId, invitation } = await invited();
    const { id, token } = invitation;
    if (kind === 'revoked') {
      const path = `DELETE /api/companies/${companyId}/user-invitations/${id}`;
      expect((await door.call(path)).status).toBe(200);
    }
    if (kind === 'expired') {
      await none(door.stage.db, sql`
        update user_invitations set expires_at = now() where id = ${id}`);
    }
    const shown = { unknown: `${token.slice(0, -1)}?`, garbage: '..%2F%00' }[kind] ?? token;
    const path = `/api/user-invitations/${encodeURIComponent(shown)}`;
    const absent = { status: 404, body: { code: 'token_not_found' } };
    expect(await door.call(`GET ${path}`, { token: '' })).toMatchObject(absent);
    expect(await accept(`${path}/accept`)).toMatchObject(absent);
  });

  it('makes one user of two that are accepted at once', async () => {
    const email = anEmail();
    const two = await Promise.all([1, 2].map(async () =>
      (await door.call('POST /api/users', { body: { email } })).body));
    const accepted = await Promise.all(two.map(({ acceptPath }) => accept(acceptPath)));
    expect(accepted.map(({ status }) => status)).toEqual([201, 201]);
    expect(accepted[0]?.body.user.id).toBe(accepted[1]?.body.user.id);
  });

  it('gives everybody keys of their own for repeating it', async () => {
    const repeat = { 'idempotency-key': 'first' };
    const body = { name: 'Ada', password: PASSWORD };
    const [one, other] = [await invited(), await invited()];
    const acceptAgain = ({ invitation }: typeof one) =>
      door.call(`POST ${invitation.acceptPath}`, { token: '', body, headers: repeat });
    const first = await acceptAgain(one);
    expect(first.status).toBe(201);
    const again = await acceptAgain(one);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await acceptAgain(other)).status).toBe(201);
  });

  it('cannot be guessed at: who has missed too often waits, right or wrong', async () => {
    const own = await openDoor({ FAILED_TRIES_BURST: '1' });
    const { companyId } = await own.stage.given.company();
    const { body } = await own.call(`POST ${membersOf(companyId)}`, { body: { email: anEmail() } });
    const { acceptPath, token } = body.invitation;
    const shown = (of: string) => own.call(`GET /api/user-invitations/${of}`, { token: '' });
    const wait = { status: 429, body: { code: 'rate_limited' } };
    await vi.waitFor(async () => {
      await shown('a-guess');
      expect(await shown(token)).toMatchObject(wait);
      expect(await own.call(`POST ${acceptPath}`, { token: '', body: { password: PASSWORD } }))
        .toMatchObject(wait);
    }, { interval: 0, timeout: 20_000 });
    await own.close();
  });

  it('never replaces the password of a user', async () => {
    const first = await invited();
    const other = await aCompany();
    const { body } = await door.call(`POST ${membersOf(other)}`, { body: { email: first.email } });
    const person = await becomeUser(door, first.email, first.invitation.acceptPath);
    const late = await accept(body.invitation.acceptPath, {
      name: 'Mallory', password: 'a password of the inviter',
    });
    expect(late).toMatchObject({
      status: 201, body: { user: { id: person.userId, name: 'Ada Lovelace' }, companyId: other },
    });
    expect((await signIn(door, first.email, 'a password of the inviter')).status).toBe(401);
    expect((await signIn(door, first.email)).status).toBe(200);
  });

  it('is refused with a password that is short, and stays good', async () => {
    const { invitation } = await invited();
    const short = await accept(invitation.acceptPath, { password: 'short' });
    expect(short).toMatchObject({ status: 400, body: { details: [{ path: ['password'] }] } });
    expect(JSON.stringify(short.body)).not.toContain('"short"');
    expect((await accept(invitation.acceptPath)).status).toBe(201);
  });
});

describe('changeMember and removeMember', () => {
  it('take effect in the next request', async () => {
    const companyId = await aCompany();
    const person = await personIn(door, companyId, { role: 'operator', permissions: ['invite'] });
    const page = asPage(door, person);
    const mine = async () => (await page('GET /api/session')).body.memberships;
    expect(await mine()).toMatchObject([{ role: 'operator', permissions: ['invite'] }]);
    const path = `${membersOf(companyId)}/${person.userId}`;
    const changed = await door.call(`PATCH ${path}`, {
      body: { role: 'viewer' }, headers: { 'if-match': '"1"' },
    });
    expect(changed.body).toMatchObject({ role: 'viewer', permissions: [], version: 2 });
    expect(await mine()).toMatchObject([{ role: 'viewer', mayWrite: false }]);
    const stale = await door.call(`PATCH ${path}`, {
      body: { role: 'owner' }, headers: { 'if-match': '"1"' },
    });
    expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expect(await saidIn(companyId, 'member.changed')).toHaveLength(1);
    expect((await door.call(`DELETE ${path}`)).status).toBe(200);
    expect(await mine()).toEqual([]);
    expect((await door.call(`DELETE ${path}`)).body.code).toBe('user_not_found');
  });

  it('are for owners, in their own company', async () => {
    const companyId = await aCompany();
    const owner = await personIn(door, companyId, { role: 'owner' });
    const operator = await personIn(door, companyId, {
      permissions: ['invite', 'approve', 'manage_agents', 'manage_budgets'],
    });
    const path = `${membersOf(companyId)}/${operator.userId}`;
    const body = { permissions: [] };
    const refused = await asPage(door, operator)(`PATCH ${path}`, { body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_only' } });
    const stranger = await personIn(door, await aCompany(), { role: 'owner' });
    expect((await asPage(door, stranger)(`PATCH ${path}`, { body })).status).toBe(404);
    expect((await asPage(door, owner)(`PATCH ${path}`, { body })).status).toBe(200);
  });

  it('let an owner go who was shut out, and keep the one who can come in', async () => {
    const companyId = await aCompany();
    const [active, shutOut] = [
      await personIn(door, companyId, { role: 'owner' }),
      await personIn(door, companyId, { role: 'owner' }),
    ];
    await door.call(`PATCH /api/users/${shutOut.userId}`, { body: { disabled: true } });
    const remove = ({ userId }: typeof active) =>
      door.call(`DELETE ${membersOf(companyId)}/${userId}`);
    expect(await remove(active)).toMatchObject({ status: 422, body: { code: 'last_owner' } });
    expect((await remove(shutOut)).status).toBe(200);
  });

  it('leave the last of two owners, whoever is faster', async () => {
    const companyId = await aCompany();
    const owners = [
      await personIn(door, companyId, { role: 'owner' }),
      await personIn(door, companyId, { role: 'owner' }),
    ];
    const left = await Promise.all(owners.map(({ userId }) =>
      door.call(`DELETE ${membersOf(companyId)}/${userId}`)));
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(left.find(({ status }) => status === 422)?.body.code).toBe('last_owner');
    const { body: [last] } = await door.call(`GET ${membersOf(companyId)}`);
    const demoted = await door.call(`PATCH ${membersOf(companyId)}/${last.userId}`, {
      body: { role: 'operator' },
    });
    expect(demoted).toMatchObject({ status: 422, body: { code: 'last_owner' } });
  });
});

describe('listMembers', () => {
  it('pages through all of them, each once', async () => {
    const companyId = await aCompany();
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await personIn(door, companyId));
    const first = await door.call(`GET ${membersOf(companyId)}?limit=2`);
    const cursor = first.headers.get('next-cursor') ?? '';
    const second = await door.call(`GET ${membersOf(companyId)}?limit=2&cursor=${cursor}`);
    expect([...first.body, ...second.body].map(({ userId }) => userId))
      .toEqual(people.map(({ userId }) => userId));
    expect(second.headers.get('next-cursor')).toBeNull();
    const foreign = await door.call(`GET ${membersOf(await aCompany())}?cursor=${cursor}`);
    expect(foreign).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });
});
