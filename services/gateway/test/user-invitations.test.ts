import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import {
  anEmail,
  acceptAndSignIn,
  asPage,
  openGatewayWithIssues,
  PASSWORD,
  signedInMember,
  signIn,
} from './signed-in-users.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGatewayWithIssues();
});
afterAll(() => server.close());

const aCompany = async () => (await server.stage.given.company()).companyId;
const membersOf = (companyId: string) => `/api/companies/${companyId}/members`;

describe('a user invitation', () => {
  const invited = async (fields: object = {}) => {
    const companyId = await aCompany();
    const email = anEmail();
    const path = membersOf(companyId);
    const { body } = await server.call(`POST ${path}`, { body: { email, ...fields } });
    return { companyId, email, invitation: body.invitation };
  };
  const accept = (path: string, body: object = { name: 'Ada', password: PASSWORD }) =>
    server.call(`POST ${path}`, { token: '', body });

  it('shows the invited address, and is accepted once', async () => {
    const { companyId, email, invitation } = await invited();
    const view = await server.call(`GET /api/user-invitations/${invitation.token}`, { token: '' });
    expect(view.body).toEqual({
      email,
      companyId,
      name: null,
      expiresAt: invitation.expiresAt,
    });
    const tried = await Promise.all(Array.from({ length: 5 }, () => accept(invitation.acceptPath)));
    const created = tried.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(tried.filter(({ status }) => status === 404)).toHaveLength(4);
    const { body } = await server.call(`GET ${membersOf(companyId)}`);
    expect(body).toMatchObject([{ email, name: 'Ada', role: 'operator' }]);
    expect((await signIn(server, email)).status).toBe(200);
  });

  it.each(['revoked', 'expired', 'unknown', 'garbage'])('that is %s is not found', async (kind) => {
    const { companyId, invitation } = await invited();
    const { id, token } = invitation;
    if (kind === 'revoked') {
      const path = `DELETE /api/companies/${companyId}/user-invitations/${id}`;
      expect((await server.call(path)).status).toBe(200);
    }
    if (kind === 'expired') {
      await none(
        server.stage.db,
        sql`
        update user_invitations set expires_at = now() - interval '1 second' where id = ${id}`,
      );
    }
    const given = { unknown: `${token.slice(0, -1)}?`, garbage: '..%2F%00' }[kind] ?? token;
    const path = `/api/user-invitations/${encodeURIComponent(given)}`;
    const absent = { status: 404, body: { code: 'token_not_found' } };
    expect(await server.call(`GET ${path}`, { token: '' })).toMatchObject(absent);
    expect(await accept(`${path}/accept`)).toMatchObject(absent);
  });

  it('creates one user from two that are accepted concurrently', async () => {
    const email = anEmail();
    const two = await Promise.all(
      [1, 2].map(async () => (await server.call('POST /api/users', { body: { email } })).body),
    );
    const accepted = await Promise.all(two.map(({ acceptPath }) => accept(acceptPath)));
    expect(accepted.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(accepted.filter(({ body }) => body.code === 'account_exists')).toHaveLength(1);
  });

  it('scopes idempotency keys by its token', async () => {
    const repeat = { 'idempotency-key': 'first' };
    const body = { name: 'Ada', password: PASSWORD };
    const [one, other] = [await invited(), await invited()];
    const acceptAgain = ({ invitation }: typeof one) =>
      server.call(`POST ${invitation.acceptPath}`, { token: '', body, headers: repeat });
    const first = await acceptAgain(one);
    expect(first.status).toBe(201);
    const again = await acceptAgain(one);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await acceptAgain(other)).status).toBe(201);
  });

  it('cannot be guessed: an address with very many misses is refused, right or wrong', async () => {
    const own = await openGateway({ FAILED_TRIES_BURST: '1' });
    const { companyId } = await own.stage.given.company();
    const { body } = await own.call(`POST ${membersOf(companyId)}`, { body: { email: anEmail() } });
    const { acceptPath, acceptPage, token } = body.invitation;
    expect(acceptPage).toBe(`/join#${token}`);
    const view = (of: string) => own.call(`GET /api/user-invitations/${of}`, { token: '' });
    const GUESSES = 40;
    const wait = { status: 429, body: { code: 'rate_limited' } };
    await vi.waitFor(
      async () => {
        await Promise.all(Array.from({ length: GUESSES }, (_, n) => view(`guess-${n}`)));
        expect(await view(token)).toMatchObject(wait);
        expect(
          await own.call(`POST ${acceptPath}`, { token: '', body: { password: PASSWORD } }),
        ).toMatchObject(wait);
      },
      { interval: 0, timeout: 20_000 },
    );
    await own.close();
  });

  it('to a person with an account is accepted by that person only', async () => {
    const first = await invited();
    const other = await aCompany();
    const { body } = await server.call(`POST ${membersOf(other)}`, {
      body: { email: first.email },
    });
    const { id, acceptPath } = body.invitation;
    const person = await acceptAndSignIn(server, first.email, first.invitation.acceptPath);
    const byInviter = await accept(acceptPath, {
      name: 'Mallory',
      password: 'a password of the inviter',
    });
    expect(byInviter).toMatchObject({ status: 409, body: { code: 'account_exists' } });
    expect((await signIn(server, first.email, 'a password of the inviter')).status).toBe(401);
    const stranger = asPage(server, await signedInMember(server, other, { role: 'owner' }));
    const absent = { status: 404, body: { code: 'invitation_not_found' } };
    expect(await stranger(`POST /api/invitations/${id}/accept`)).toMatchObject(absent);
    expect((await stranger('GET /api/invitations')).body).toEqual([]);
    const page = asPage(server, person);
    expect((await page(`POST /api/invitations/${id}/accept`)).status).toBe(200);
    expect(await page(`POST /api/invitations/${id}/accept`)).toMatchObject(absent);
    expect((await page(`GET ${membersOf(other)}`)).status).toBe(200);
  });

  it('is accepted once, by one of concurrent attempts of its person', async () => {
    const person = await signedInMember(server, await aCompany());
    const { body } = await server.call(`POST ${membersOf(await aCompany())}`, {
      body: { email: person.email },
    });
    const path = `POST /api/invitations/${body.invitation.id}/accept`;
    const page = asPage(server, person);
    const tried = await Promise.all(Array.from({ length: 5 }, () => page(path)));
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tried.filter(({ status }) => status === 404)).toHaveLength(4);
  });

  describe('of an inviter', () => {
    const inviting = { role: 'operator', permissions: ['invite', 'approve'] };
    const invitedBy = async (fields: object = { permissions: ['approve'] }) => {
      const companyId = await aCompany();
      const inviter = await signedInMember(server, companyId, inviting);
      const { body } = await asPage(server, inviter)(`POST ${membersOf(companyId)}`, {
        body: { email: anEmail(), ...fields },
      });
      const path = `${membersOf(companyId)}/${inviter.userId}`;
      return { companyId, inviter, path, invitation: body.invitation };
    };
    const isGone = async (invitation: { token: string; acceptPath: string }) => {
      const absent = { status: 404, body: { code: 'token_not_found' } };
      const view = `GET /api/user-invitations/${invitation.token}`;
      expect(await server.call(view, { token: '' })).toMatchObject(absent);
      expect(await accept(invitation.acceptPath)).toMatchObject(absent);
    };

    it.each([
      ['loses the permission to invite', { permissions: ['approve'] }],
      ['loses a permission that it granted', { permissions: ['invite'] }],
      ['becomes a viewer', { role: 'viewer' }],
    ])('who %s is revoked', async (_, body) => {
      const { companyId, path, invitation } = await invitedBy();
      expect((await server.call(`PATCH ${path}`, { body })).status).toBe(200);
      await isGone(invitation);
      const list = await server.call(`GET /api/companies/${companyId}/user-invitations`);
      const revoked = list.body.find(({ id }: { id: string }) => id === invitation.id);
      expect(revoked.revokedAt).toEqual(expect.any(String));
      await server.call(`PATCH ${path}`, { body: inviting });
      await isGone(invitation);
    });

    it('who leaves the company is revoked', async () => {
      const { companyId, path, invitation } = await invitedBy();
      await server.call(`DELETE ${path}`);
      await isGone(invitation);
      const events = await server.stage.emitted('user_invitation.revoked');
      expect(events.filter((event) => event.companyId === companyId)).toHaveLength(1);
    });

    it('who is disabled is not accepted', async () => {
      const { inviter, invitation } = await invitedBy();
      const path = `PATCH /api/users/${inviter.userId}`;
      expect((await server.call(path, { body: { disabled: true } })).status).toBe(200);
      await isGone(invitation);
    });

    it('who keeps its rights stays valid', async () => {
      const { path, invitation } = await invitedBy();
      await server.call(`PATCH ${path}`, {
        body: { permissions: [...inviting.permissions, 'manage_agents'] },
      });
      expect((await accept(invitation.acceptPath)).status).toBe(201);
    });
  });

  it('is made by instance admins only, where they alone invite', async () => {
    const own = await openGateway({ MUSTER_INVITERS: 'admins' });
    const { companyId } = await own.stage.given.company();
    const owner = asPage(own, await signedInMember(own, companyId, { role: 'owner' }));
    const refused = await owner(`POST ${membersOf(companyId)}`, { body: { email: anEmail() } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'instance_admin_only' } });
    await own.close();
  });

  it('is refused with a short password and stays valid', async () => {
    const { invitation } = await invited();
    const short = await accept(invitation.acceptPath, { password: 'short' });
    expect(short).toMatchObject({ status: 400, body: { details: [{ path: ['password'] }] } });
    expect(JSON.stringify(short.body)).not.toContain('"short"');
    expect((await accept(invitation.acceptPath)).status).toBe(201);
  });
});
