import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJoiningGateway, type JoiningGateway } from './joining-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';

let server: JoiningGateway;
beforeAll(async () => {
  server = await openJoiningGateway();
});
afterAll(() => server.close());

describe('createInvite', () => {
  it('returns a token valid for ten minutes, with links and a message to pass on', async () => {
    const { companyId } = await server.createCompany();
    const { status, body } = await server.invite(companyId, { agentMessage: 'Count with us.' });
    expect(status).toBe(201);
    const path = `/api/invites/${body.token}/onboarding.txt`;
    expect(body).toEqual({
      id: expect.any(String),
      companyId,
      token: expect.stringMatching(/^mst_invite_[\w-]{43}$/),
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      inviteUrl: `${server.url}/api/invites/${body.token}`,
      onboardingTextPath: path,
      onboardingTextUrl: `${server.url}${path}`,
      inviteMessage: expect.stringContaining(`${server.url}${path}`),
    });
    expect(body.inviteMessage).toContain('Count with us.');
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(600_000);
    const events = (await server.stage.emitted('invite.created')).filter(
      ({ entityId }) => entityId === body.id,
    );
    expect(events).toMatchObject([
      { companyId, actorType: 'user', payload: { inviteId: body.id, expiresAt: body.expiresAt } },
    ]);
  });

  it('is allowed for the CEO and refused for other agents', async () => {
    const { companyId, ceo, engineer } = await server.createCompany();
    const path = `POST /api/companies/${companyId}/partner/invite-prompt`;
    const refused = await server.call(path, { token: await server.keyOf(engineer), body: {} });
    expect(refused).toMatchObject({ status: 403, body: { code: 'ceo_only' } });
    const created = await server.call(path, { token: await server.keyOf(ceo), body: {} });
    expect(created.status).toBe(201);
    const {
      body: [listed],
    } = await server.call(`GET /api/companies/${companyId}/invites`);
    expect(listed).toMatchObject({
      id: created.body.id,
      createdByAgentId: ceo.agentId,
      createdByUserId: null,
      status: 'open',
    });
  });

  it('requires the permission to invite', async () => {
    const { companyId } = await server.createCompany();
    const member = (role: 'operator' | 'owner', permissions: 'invite'[] = []) =>
      server.stage.as(boardActor({ companies: [{ companyId, role, permissions }] }));
    const input = { companyId, companyName: 'Acme', agentMessage: '' };
    await expect(member('operator').issueInvite(input)).rejects.toMatchObject({
      code: 'permission_missing',
    });
    const viewer = asPage(server, await signedInMember(server, companyId, { role: 'viewer' }));
    const path = `POST /api/companies/${companyId}/partner/invite-prompt`;
    expect(await viewer(path, { body: {} })).toMatchObject({
      status: 403,
      body: { code: 'viewer_reads_only' },
    });
    const created = await Promise.all([
      member('operator', ['invite']).issueInvite(input),
      member('owner').issueInvite(input),
    ]);
    expect(created.map(({ companyId: of }) => of)).toEqual([companyId, companyId]);
  });

  it('does not find a foreign company; refuses archived ones and overlong messages', async () => {
    const { companyId, ceo } = await server.createCompany();
    const { companyId: elsewhere } = await server.createCompany();
    const token = await server.keyOf(ceo);
    for (const id of [elsewhere, newId()]) {
      const path = `POST /api/companies/${id}/partner/invite-prompt`;
      expect(await server.call(path, { token, body: {} })).toMatchObject({
        status: 404,
        body: { code: 'company_not_found' },
      });
    }
    expect(await server.invite(companyId, { agentMessage: 'x'.repeat(4_001) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['agentMessage'] }] },
    });
    await none(
      server.stage.db,
      sql`
      update companies set status = 'archived' where company_id = ${companyId}`,
    );
    expect(await server.invite(companyId)).toMatchObject({
      status: 422,
      body: { code: 'company_archived' },
    });
  });

  it('creates one invite for a repeated request and shows its token once', async () => {
    const { companyId } = await server.createCompany();
    const path = `POST /api/companies/${companyId}/partner/invite-prompt`;
    const request = { body: {}, headers: { 'idempotency-key': 'once' } };
    expect((await server.call(path, request)).status).toBe(201);
    expect(await server.call(path, request)).toMatchObject({
      status: 409,
      body: { code: 'answer_shown_once' },
    });
    expect((await server.call(`GET /api/companies/${companyId}/invites`)).body).toHaveLength(1);
  });

  it('links to the configured public address', async () => {
    const other = await openJoiningGateway({
      MUSTER_PUBLIC_URL: 'https://muster.example.com/',
    });
    const { companyId } = await other.createCompany();
    const { body } = await other.invite(companyId);
    expect(body.inviteUrl).toBe(`https://muster.example.com/api/invites/${body.token}`);
    const { body: text } = await other.call(`GET ${body.onboardingTextPath}`);
    expect(text).toContain('"https://muster.example.com/api/agents/me"');
    await other.close();
  });
});

describe('revokeInvite', () => {
  it('revokes the invite and emits one event', async () => {
    const { companyId } = await server.createCompany();
    const {
      body: { id },
    } = await server.invite(companyId);
    const path = `DELETE /api/companies/${companyId}/invites/${id}`;
    const revoked = await server.call(path);
    expect(revoked).toMatchObject({ status: 200, body: { id, status: 'revoked' } });
    expect((await server.call(path)).body).toEqual(revoked.body);
    const events = (await server.stage.emitted('invite.revoked')).filter(
      ({ entityId }) => entityId === id,
    );
    expect(events).toHaveLength(1);
  });

  it('does not change a used invite', async () => {
    const { companyId } = await server.createCompany();
    const {
      body: { id, token },
    } = await server.invite(companyId);
    await server.accept(token);
    expect(
      (await server.call(`DELETE /api/companies/${companyId}/invites/${id}`)).body,
    ).toMatchObject({ status: 'used', revokedAt: null });
  });

  it('does not find invites of other companies, and is refused for agents', async () => {
    const { companyId, ceo } = await server.createCompany();
    const other = await server.createCompany();
    const {
      body: { id: inviteId },
    } = await server.invite(other.companyId);
    const missing = [inviteId, newId()].flatMap((one) => [
      server.stage.as(boardActor()).revokeInvite({ companyId, inviteId: one }),
      server.stage
        .as(agentActor(companyId, { id: ceo.agentId }))
        .revokeInvite({ companyId, inviteId: one }),
    ]);
    for (const outcome of await Promise.allSettled(missing)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invite_not_found' } });
    }
    const { body: own } = await server.invite(companyId);
    await expect(
      server.stage
        .as(agentActor(companyId, { id: ceo.agentId }))
        .revokeInvite({ companyId, inviteId: own.id }),
    ).rejects.toMatchObject({ code: 'board_only' });
  });
});

describe('listInvites', () => {
  it('lists the invites of a company, newest first, page by page, without secrets', async () => {
    const { companyId } = await server.createCompany();
    const created: string[] = [];
    const tokens: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { body } = await server.invite(companyId);
      created.unshift(body.id);
      tokens.push(body.token);
    }
    const first = await server.call(`GET /api/companies/${companyId}/invites?limit=2`);
    const cursor = first.headers.get('next-cursor');
    const rest = await server.call(
      `GET /api/companies/${companyId}/invites?limit=2&cursor=${cursor}`,
    );
    const all = [...first.body, ...rest.body];
    expect(all.map(({ id }: { id: string }) => id)).toEqual(created);
    expect(rest.headers.has('next-cursor')).toBe(false);
    expect(tokens.filter((token) => JSON.stringify(all).includes(token))).toEqual([]);
  });
});
