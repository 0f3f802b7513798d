import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import {
  anEmail,
  asPage,
  acceptAndSignIn,
  openGatewayWithIssues,
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

describe('an instance admin', () => {
  it('invites another admin, who sees every company until disabled', async () => {
    const email = anEmail();
    const { body: invitation } = await server.call('POST /api/users', {
      body: { email, instanceAdmin: true },
    });
    const admin = await acceptAndSignIn(server, email, invitation.acceptPath);
    const page = asPage(server, admin);
    const { body } = await page('GET /api/session');
    expect(body).toMatchObject({
      actor: { companies: 'all' },
      user: { email, instanceAdmin: true },
      may: { createCompanies: true, manageUsers: true, permissions: expect.any(Array) },
    });
    expect((await page(`GET /api/companies/${companyId}/members`)).status).toBe(200);
    const path = `PATCH /api/users/${admin.userId}`;
    const demoted = await server.call(path, { body: { instanceAdmin: false } });
    expect(demoted.body).toMatchObject({ id: admin.userId, instanceAdmin: false });
    expect((await page(`GET /api/companies/${companyId}/members`)).status).toBe(404);
    await server.call(path, { body: { disabled: true } });
    expect((await page('GET /api/session')).status).toBe(401);
    expect((await signIn(server, email)).status).toBe(401);
    await server.call(path, { body: { disabled: false } });
    expect((await signIn(server, email)).status).toBe(200);
  });

  it('is required for managing users', async () => {
    const owner = asPage(server, await signedInMember(server, companyId, { role: 'owner' }));
    const refused = { status: 403, body: { code: 'instance_admin_only' } };
    expect(await owner('GET /api/users')).toMatchObject(refused);
    expect(await owner('POST /api/users', { body: { email: anEmail() } })).toMatchObject(refused);
    const { body } = await owner('GET /api/session');
    expect(
      await owner(`PATCH /api/users/${body.user.id}`, { body: { instanceAdmin: true } }),
    ).toMatchObject(refused);
  });

  it('of the environment cannot be changed', async () => {
    const { body } = await server.call('GET /api/session');
    const refused = await server.call(`PATCH /api/users/${body.actor.id}`, {
      body: { instanceAdmin: false },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'user_of_the_environment' } });
  });

  it('lists users page by page, and does not invite existing ones', async () => {
    const { email } = await signedInMember(server, companyId);
    const twice = await server.call('POST /api/users', { body: { email } });
    expect(twice).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await server.call(`GET /api/users?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body.map((user: { id: string }) => user.id));
      cursor = page.headers.get('next-cursor');
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(2);
  });
});

describe('an invitation to the instance', () => {
  const invite = async (call = server.call, body: object = {}) =>
    (await call('POST /api/users', { body: { email: anEmail(), ...body } })).body;
  const view = async ({ token }: { token: string }) =>
    (await server.call(`GET /api/user-invitations/${token}`, { token: '' })).status;

  it('is listed without its token, and revoked', async () => {
    const invitation = await invite();
    const listed = await server.call('GET /api/instance-invitations?limit=1');
    expect(listed.body).toMatchObject([{ id: invitation.id, companyId: null, revokedAt: null }]);
    expect(JSON.stringify(listed.body)).not.toContain(invitation.token);
    const path = `DELETE /api/instance-invitations/${invitation.id}`;
    const revoked = await server.call(path);
    expect(revoked.body).toMatchObject({ id: invitation.id, revokedAt: expect.any(String) });
    expect((await server.call(path)).body).toEqual(revoked.body);
    expect(await view(invitation)).toBe(404);
  });

  it('is for instance admins only, and no invitation of a company', async () => {
    const owner = asPage(server, await signedInMember(server, companyId, { role: 'owner' }));
    const refused = { status: 403, body: { code: 'instance_admin_only' } };
    const { id } = await invite();
    expect(await owner('GET /api/instance-invitations')).toMatchObject(refused);
    expect(await owner(`DELETE /api/instance-invitations/${id}`)).toMatchObject(refused);
    const { body } = await server.call(`POST /api/companies/${companyId}/members`, {
      body: { email: anEmail() },
    });
    const foreign = await server.call(`DELETE /api/instance-invitations/${body.invitation.id}`);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
  });

  it.each([{ instanceAdmin: false }, { disabled: true }])(
    'is revoked when its inviter is changed to %j',
    async (change) => {
      const email = anEmail();
      const { acceptPath } = await invite(server.call, { email, instanceAdmin: true });
      const admin = await acceptAndSignIn(server, email, acceptPath);
      const invitation = await invite(asPage(server, admin));
      expect(await view(invitation)).toBe(200);
      await server.call(`PATCH /api/users/${admin.userId}`, { body: change });
      expect(await view(invitation)).toBe(404);
      await server.call(`PATCH /api/users/${admin.userId}`, {
        body: { instanceAdmin: true, disabled: false },
      });
      expect(await view(invitation)).toBe(404);
    },
  );
});

describe('a board token', () => {
  const tokenOf = async (fields: object = {}, body: object = {}) => {
    const person = await signedInMember(server, companyId, fields);
    const created = await asPage(server, person)('POST /api/board-tokens', { body });
    return { person, created };
  };

  it('authenticates its user with the present memberships', async () => {
    const { person, created } = await tokenOf({ permissions: ['approve'] }, { name: 'laptop' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: 'laptop',
        expiresAt: null,
        token: expect.stringMatching(/^mst_board_[\w-]{12}_[\w-]{49}$/),
      },
    });
    const { token } = created.body;
    const session = () => server.call('GET /api/session', { token });
    expect((await session()).body).toMatchObject({
      credential: { kind: 'board_token', expiresAt: null },
      user: { id: person.userId },
      memberships: [{ companyId, role: 'operator', permissions: ['approve'], mayWrite: true }],
    });
    await server.call(`PATCH /api/companies/${companyId}/members/${person.userId}`, {
      body: { permissions: [] },
    });
    expect((await session()).body.memberships).toMatchObject([{ permissions: [] }]);
  });

  it('is listed with its last use, without its secret, and revoked by its user only', async () => {
    const { person, created } = await tokenOf();
    const { id, token } = created.body;
    await server.call('GET /api/session', { token });
    const page = asPage(server, person);
    const listed = async () => (await page('GET /api/board-tokens')).body;
    await expect.poll(async () => (await listed())[0].lastUsedAt).toEqual(expect.any(String));
    expect(JSON.stringify(await listed())).not.toContain(token.slice(23));
    const other = await signedInMember(server, companyId);
    const refused = await asPage(server, other)(`DELETE /api/board-tokens/${id}`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
    const revoked = await page(`DELETE /api/board-tokens/${id}`);
    expect(revoked.body).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await server.call('GET /api/session', { token })).status).toBe(401);
  });

  it('expires at its time', async () => {
    const past = await tokenOf({}, { expiresAt: '2020-01-01T00:00:00.000Z' });
    expect(past.created).toMatchObject({ status: 422, body: { code: 'expiry_in_the_past' } });
    const { created } = await tokenOf({}, { expiresAt: '2100-01-01T00:00:00.000Z' });
    await none(
      server.stage.db,
      sql`
      update board_tokens set expires_at = now() - interval '1 second' where id = ${created.body.id}`,
    );
    const ended = await server.call('GET /api/session', { token: created.body.token });
    expect(ended).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('of a viewer only reads', async () => {
    const { created } = await tokenOf({ role: 'viewer' });
    const refused = await server.call(`POST /api/companies/${companyId}/members`, {
      token: created.body.token,
      body: { email: anEmail() },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'viewer_reads_only' } });
  });

  it('of the environment is not listed', async () => {
    const { body } = await server.call('GET /api/board-tokens');
    expect(body.every(({ name }: { name: string | null }) => name !== null)).toBe(true);
  });
});
