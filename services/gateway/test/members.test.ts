import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import { anEmail, asPage, openGatewayWithIssues, signedInMember } from './signed-in-users.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGatewayWithIssues();
});
afterAll(() => server.close());

const aCompany = async () => (await server.stage.given.company()).companyId;
const membersOf = (companyId: string) => `/api/companies/${companyId}/members`;
const eventsIn = async (companyId: string, type: 'member.added' | 'member.changed') =>
  (await server.stage.emitted(type)).filter((event) => event.companyId === companyId);

describe('addMember', () => {
  it('invites an unknown e-mail address, with a token that is shown once', async () => {
    const companyId = await aCompany();
    const email = anEmail();
    const invited = await server.call(`POST ${membersOf(companyId)}`, {
      body: { email: email.toUpperCase(), name: 'Ada', role: 'operator', permissions: ['approve'] },
    });
    expect(invited).toMatchObject({
      status: 201,
      body: {
        member: null,
        invitation: {
          companyId,
          email,
          name: 'Ada',
          role: 'operator',
          permissions: ['approve'],
          token: expect.stringMatching(/^mst_invitation_[\w-]{12}_[\w-]{49}$/),
        },
      },
    });
    const { body } = await server.call(`GET /api/companies/${companyId}/user-invitations`);
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(invited.body.invitation.token);
    const events = await server.stage.emitted('user_invitation.created');
    expect(events.filter((event) => event.companyId === companyId)).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  it('invites a person with an account, who becomes a member by accepting', async () => {
    const person = await signedInMember(server, await aCompany());
    const companyId = await aCompany();
    const page = asPage(server, person);
    const invited = await server.call(`POST ${membersOf(companyId)}`, {
      body: { email: person.email, role: 'viewer' },
    });
    expect(invited.body).toMatchObject({ member: null, invitation: { companyId } });
    expect((await page(`GET ${membersOf(companyId)}`)).status).toBe(404);
    const { id } = invited.body.invitation;
    expect((await page('GET /api/invitations')).body).toEqual([
      {
        id,
        companyId,
        role: 'viewer',
        permissions: [],
        invitedByUserId: expect.any(String),
        invitedByName: 'admin',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
    const accepted = await page(`POST /api/invitations/${id}/accept`);
    expect(accepted).toMatchObject({ status: 200, body: { companyId, userId: person.userId } });
    expect((await page(`GET ${membersOf(companyId)}`)).status).toBe(200);
    expect((await page('GET /api/invitations')).body).toEqual([]);
    expect(await eventsIn(companyId, 'member.added')).toMatchObject([
      { payload: { userId: person.userId, role: 'viewer', permissions: [] } },
    ]);
    const again = await server.call(`POST ${membersOf(companyId)}`, {
      body: { email: person.email },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_a_member' } });
  });

  it('requires the permission to invite, and grants no more than the inviter has', async () => {
    const companyId = await aCompany();
    const inviter = await signedInMember(server, companyId, { permissions: ['invite', 'approve'] });
    const page = asPage(server, inviter);
    const invite = (fields: object) =>
      page(`POST ${membersOf(companyId)}`, { body: { email: anEmail(), ...fields } });
    expect((await invite({ permissions: ['approve'] })).status).toBe(201);
    expect((await invite({ role: 'viewer' })).status).toBe(201);
    for (const more of [{ role: 'owner' }, { permissions: ['manage_agents'] }]) {
      expect(await invite(more)).toMatchObject({
        status: 403,
        body: { code: 'grants_more_than_held' },
      });
    }
    const bystander = await signedInMember(server, companyId, { permissions: ['approve'] });
    const refused = await asPage(server, bystander)(`POST ${membersOf(companyId)}`, {
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
    const refused = await server.call(`POST ${membersOf(await aCompany())}`, {
      body: { email: anEmail(), ...fields },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(refused.body.details[0].path[0]).toBe(field);
  });
});

describe('changeMember and removeMember', () => {
  it('take effect in the next request', async () => {
    const companyId = await aCompany();
    const person = await signedInMember(server, companyId, {
      role: 'operator',
      permissions: ['invite'],
    });
    const page = asPage(server, person);
    const mine = async () => (await page('GET /api/session')).body.memberships;
    expect(await mine()).toMatchObject([{ role: 'operator', permissions: ['invite'] }]);
    const path = `${membersOf(companyId)}/${person.userId}`;
    const changed = await server.call(`PATCH ${path}`, {
      body: { role: 'viewer' },
      headers: { 'if-match': '"1"' },
    });
    expect(changed.body).toMatchObject({ role: 'viewer', permissions: [], version: 2 });
    expect(await mine()).toMatchObject([{ role: 'viewer', mayWrite: false }]);
    const stale = await server.call(`PATCH ${path}`, {
      body: { role: 'owner' },
      headers: { 'if-match': '"1"' },
    });
    expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expect(await eventsIn(companyId, 'member.changed')).toHaveLength(1);
    expect((await server.call(`DELETE ${path}`)).status).toBe(200);
    expect(await mine()).toEqual([]);
    expect((await server.call(`DELETE ${path}`)).body.code).toBe('user_not_found');
  });

  it('are allowed for owners of the company only', async () => {
    const companyId = await aCompany();
    const owner = await signedInMember(server, companyId, { role: 'owner' });
    const operator = await signedInMember(server, companyId, {
      permissions: ['invite', 'approve', 'manage_agents', 'manage_budgets'],
    });
    const path = `${membersOf(companyId)}/${operator.userId}`;
    const body = { permissions: [] };
    const refused = await asPage(server, operator)(`PATCH ${path}`, { body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_only' } });
    const outsider = await signedInMember(server, await aCompany(), { role: 'owner' });
    expect((await asPage(server, outsider)(`PATCH ${path}`, { body })).status).toBe(404);
    expect((await asPage(server, owner)(`PATCH ${path}`, { body })).status).toBe(200);
  });

  it('allow removing a disabled owner, but not the last active one', async () => {
    const companyId = await aCompany();
    const [active, disabled] = [
      await signedInMember(server, companyId, { role: 'owner' }),
      await signedInMember(server, companyId, { role: 'owner' }),
    ];
    await server.call(`PATCH /api/users/${disabled.userId}`, { body: { disabled: true } });
    const remove = ({ userId }: typeof active) =>
      server.call(`DELETE ${membersOf(companyId)}/${userId}`);
    expect(await remove(active)).toMatchObject({ status: 422, body: { code: 'last_owner' } });
    expect((await remove(disabled)).status).toBe(200);
  });

  it('keep one of two owners who are removed concurrently', async () => {
    const companyId = await aCompany();
    const owners = [
      await signedInMember(server, companyId, { role: 'owner' }),
      await signedInMember(server, companyId, { role: 'owner' }),
    ];
    const left = await Promise.all(
      owners.map(({ userId }) => server.call(`DELETE ${membersOf(companyId)}/${userId}`)),
    );
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(left.find(({ status }) => status === 422)?.body.code).toBe('last_owner');
    const {
      body: [last],
    } = await server.call(`GET ${membersOf(companyId)}`);
    const demoted = await server.call(`PATCH ${membersOf(companyId)}/${last.userId}`, {
      body: { role: 'operator' },
    });
    expect(demoted).toMatchObject({ status: 422, body: { code: 'last_owner' } });
  });
});

describe('listMembers', () => {
  it('lists every member once, page by page', async () => {
    const companyId = await aCompany();
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await signedInMember(server, companyId));
    const first = await server.call(`GET ${membersOf(companyId)}?limit=2`);
    const cursor = first.headers.get('next-cursor') ?? '';
    const second = await server.call(`GET ${membersOf(companyId)}?limit=2&cursor=${cursor}`);
    expect([...first.body, ...second.body].map(({ userId }) => userId)).toEqual(
      people.map(({ userId }) => userId),
    );
    expect(second.headers.get('next-cursor')).toBeNull();
    const foreign = await server.call(`GET ${membersOf(await aCompany())}?cursor=${cursor}`);
    expect(foreign).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });
});

describe('listUserNames', () => {
  it('names members and instance admins, and no person of another company', async () => {
    const companyId = await aCompany();
    const member = await signedInMember(server, companyId);
    const stranger = await signedInMember(server, await aCompany());
    const { body: session } = await server.call('GET /api/session');
    const ids = [member.userId, stranger.userId, session.user.id, newId()];
    const path = `GET /api/companies/${companyId}/user-names?userIds=${ids.join(',')}`;
    const { status, body } = await asPage(server, member)(path);
    expect(status).toBe(200);
    expect(new Map(body.map(({ id, name }: { id: string; name: string }) => [id, name]))).toEqual(
      new Map([
        [member.userId, 'Ada Lovelace'],
        [session.user.id, session.user.name],
      ]),
    );
    expect(await asPage(server, stranger)(path)).toMatchObject({
      status: 404,
      body: { code: 'company_not_found' },
    });
  });
});
