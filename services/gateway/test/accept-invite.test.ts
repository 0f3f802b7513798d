import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJoiningGateway, type JoiningGateway } from './joining-gateway.ts';
import { joiningSteps } from './joining-steps.ts';

let server: JoiningGateway;
beforeAll(async () => {
  server = await openJoiningGateway();
});
afterAll(() => server.close());

const { requestToJoin, decide, eventsOf } = joiningSteps(() => server);

describe('acceptInvite', () => {
  it('creates a join request and returns a claim secret and the next links', async () => {
    const { companyId } = await server.createCompany();
    const {
      body: { token, id: inviteId },
    } = await server.invite(companyId);
    const { status, body } = await server.accept(token, { capabilities: 'Counts.', icon: 'zap' });
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(String),
      companyId,
      status: 'pending',
      agentId: null,
      agentName: 'Eve',
      decisionNote: null,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      claimSecret: expect.stringMatching(/^mst_claim_[\w-]{43}$/),
      statusUrl: `${server.url}/api/join-requests/${body.id}`,
      claimUrl: `${server.url}/api/join-requests/${body.id}/claim-api-key`,
    });
    const {
      body: [listed],
    } = await server.call(`GET /api/companies/${companyId}/join-requests`);
    expect(listed).toMatchObject({
      id: body.id,
      inviteId,
      capabilities: 'Counts.',
      icon: 'zap',
      role: 'general',
      adapterType: 'remote',
      adapterConfig: {},
    });
    expect(await eventsOf(inviteId)).toMatchObject([
      { type: 'invite.created' },
      {
        type: 'invite.accepted',
        actorType: 'system',
        actorName: 'public',
        payload: { inviteId, joinRequestId: body.id },
      },
    ]);
    expect(await eventsOf(body.id)).toMatchObject([
      { type: 'join_request.created', actorName: 'public', payload: { agentName: 'Eve' } },
    ]);
  });

  it('lets exactly one of twenty concurrent requests use the invite', async () => {
    const { companyId } = await server.createCompany();
    const {
      body: { token },
    } = await server.invite(companyId);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.accept(token, { agentName: `Eve ${index}` })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, ...Array.from({ length: 19 }, () => 404)]);
    expect((await server.call(`GET /api/companies/${companyId}/join-requests`)).body).toHaveLength(
      1,
    );
  });

  const notTheirs: Record<string, { body: object; fields: string[] }> = {
    'a command': { body: { adapterConfig: { command: 'sh' } }, fields: ['command'] },
    'arguments and an environment': {
      body: { adapterConfig: { args: ['-c', 'true'], env: { A: 'b' }, cwd: '/' } },
      fields: ['args', 'env', 'cwd'],
    },
    'headers of an http agent': {
      body: {
        adapterType: 'http',
        adapterConfig: { url: 'https://a.example.com', headers: { accept: 'all' } },
      },
      fields: ['headers'],
    },
    'a secret by its shape': {
      body: { adapterConfig: { model: `sk-${'a'.repeat(40)}` } },
      fields: ['model'],
    },
    "a reference to one of the company's secrets": {
      body: { adapterConfig: { promptTemplate: { secretRef: newId() } } },
      fields: ['promptTemplate'],
    },
    'a reference in a text': {
      body: { adapterConfig: { promptTemplate: 'Say {{secret:openai}}.' } },
      fields: ['promptTemplate'],
    },
    'what its adapter does not know': {
      body: { adapterConfig: { cleanupCommand: 'true' } },
      fields: ['cleanupCommand'],
    },
  };
  it.each(Object.keys(notTheirs))('refuses %s and leaves the invite open', async (kind) => {
    const { companyId } = await server.createCompany();
    const {
      body: { token },
    } = await server.invite(companyId);
    const { body = {}, fields = [] } = notTheirs[kind] ?? {};
    const named = fields.map((field) => `adapterConfig.${field}`);
    expect(await server.accept(token, body)).toMatchObject({
      status: 422,
      body: { code: 'not_for_joiners', details: { fields: named } },
    });
    expect((await server.accept(token)).status).toBe(202);
  });

  const invalid: Record<string, { body: object; path: string[] }> = {
    'no name': { body: { agentName: ' ' }, path: ['agentName'] },
    'the role of the CEO': { body: { role: 'ceo' }, path: ['role'] },
    'an adapter that runs here': { body: { adapterType: 'process' }, path: ['adapterType'] },
    'a value of the wrong type': {
      body: { adapterConfig: { model: 7 } },
      path: ['adapterConfig', 'model'],
    },
    'a configuration that is too long': {
      body: { adapterConfig: { promptTemplate: 'x'.repeat(9_000) } },
      path: ['adapterConfig'],
    },
    'capabilities that are too long': {
      body: { capabilities: 'x'.repeat(4_001) },
      path: ['capabilities'],
    },
  };
  it.each(Object.keys(invalid))(
    'refuses %s by its path and leaves the invite open',
    async (kind) => {
      const { companyId } = await server.createCompany();
      const {
        body: { token },
      } = await server.invite(companyId);
      const { body = {}, path } = invalid[kind] ?? {};
      expect(await server.accept(token, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', details: [{ path }] },
      });
      expect((await server.accept(token)).status).toBe(202);
    },
  );

  it('refuses the name of an existing agent in any case and leaves the invite open', async () => {
    const { companyId } = await server.createCompany();
    const {
      body: { token },
    } = await server.invite(companyId);
    for (const agentName of ['bob', 'ＢＯＢ']) {
      expect(await server.accept(token, { agentName })).toMatchObject({
        status: 409,
        body: { code: 'name_taken' },
      });
    }
    expect((await server.accept(token)).status).toBe(202);
  });

  it('accepts all fields at their maximum length', async () => {
    const joining = await requestToJoin({
      agentName: '漢'.repeat(200),
      title: '漢'.repeat(200),
      capabilities: '\u0001'.repeat(4_000),
      adapterConfig: { promptTemplate: 'x'.repeat(8_000) },
    });
    expect((await decide(joining, 'approve')).status).toBe(200);
  });

  it('shows the secret once per idempotency key, and scopes keys by invite', async () => {
    const headers = { 'idempotency-key': 'first' };
    const use = async () => {
      const { companyId } = await server.createCompany();
      const {
        body: { token },
      } = await server.invite(companyId);
      return () =>
        server.call(`POST /api/invites/${token}/accept`, {
          token: '',
          body: { agentName: 'Eve' },
          headers,
        });
    };
    const [first, second] = await Promise.all([use(), use()]);
    expect((await first()).status).toBe(202);
    expect(await first()).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
    expect((await second()).status).toBe(202);
  });
});
