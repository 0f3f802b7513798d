import { agents } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { agentActor, agentsStandIn, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
  await server.stage.standIn(agentsStandIn);
});
afterAll(() => server.close());

const agentOf = async (overrides: object = {}) => {
  const { companyId } = await server.stage.given.company();
  const agent = await server.stage.given.agent(companyId, overrides);
  return { companyId, ...agent };
};

describe('createAgentKey', () => {
  it('returns a valid token and emits key.created', async () => {
    const { agentId, companyId, name } = await agentOf();
    const created = await server.call(`POST /api/agents/${agentId}/keys`, {
      body: { name: 'laptop' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      name: 'laptop',
      createdAt: expect.any(String),
      expiresAt: null,
      token: expect.stringMatching(/^mst_agent_[\w-]{12}_[\w-]{49}$/),
    });
    const session = await server.call('GET /api/session', { token: created.body.token });
    expect(session.body.actor).toEqual({ type: 'agent', id: agentId, name, companyId });
    const events = await server.stage.emitted('key.created');
    expect(events.filter(({ entityId }) => entityId === created.body.id)).toMatchObject([
      { companyId, payload: { keyId: created.body.id, agentId, name: 'laptop' } },
    ]);
  });

  it('finds the agent by its URL key within the given company', async () => {
    const { companyId, urlKey } = await agentOf({ urlKey: 'ada' });
    await agentOf({ urlKey: 'ada' });
    const named = await server.call(`POST /api/agents/${urlKey}/keys?companyId=${companyId}`);
    expect(named.status).toBe(201);
    const ambiguous = await server.call(`POST /api/agents/${urlKey}/keys`);
    expect(ambiguous).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
  });

  it('stores neither the token nor its secret, not even in stored answers', async () => {
    const { agentId } = await agentOf();
    const { body } = await server.call(`POST /api/agents/${agentId}/keys`, {
      headers: { 'idempotency-key': 'once' },
    });
    const secret = (body.token as string).slice(23);
    const rows = await many<{ row: string }>(
      server.stage.db,
      sql`
      select r::text as row from requests r union all select e::text from events e
      union all select k::text from agent_keys k limit 10000`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it('creates one key for a repeated request and shows its token once', async () => {
    const { agentId } = await agentOf();
    const headers = { 'idempotency-key': 'twice' };
    const first = await server.call(`POST /api/agents/${agentId}/keys`, { headers });
    const again = await server.call(`POST /api/agents/${agentId}/keys`, { headers });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
    const { body: keys } = await server.call(`GET /api/agents/${agentId}/keys`);
    expect(keys).toHaveLength(1);
  });

  it.each([
    ['pending_approval', 'wait until the board has approved'],
    ['terminated', 'hire another agent'],
  ] as const)('refuses a key for an agent that is %s, and says: %s', async (status, words) => {
    const { agentId } = await agentOf({ status });
    const refused = await server.call(`POST /api/agents/${agentId}/keys`);
    const hint = expect.stringContaining(words);
    expect(refused).toMatchObject({ status: 422, body: { code: 'agent_without_keys', hint } });
    expect((await server.call(`GET /api/agents/${agentId}/keys`)).body).toEqual([]);
  });

  it('creates a key that expires', async () => {
    const { agentId } = await agentOf();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const path = `POST /api/agents/${agentId}/keys`;
    const { body: key } = await server.call(path, { body: { expiresAt } });
    expect(key.expiresAt).toBe(expiresAt);
    const status = async () => (await server.call('GET /api/session', { token: key.token })).status;
    expect(await status()).toBe(200);
    const { db } = server.stage;
    await none(
      db,
      sql`update agent_keys set expires_at = now() - interval '1 second' where id = ${key.id}`,
    );
    await expect.poll(status).toBe(401);
    const past = await server.call(path, { body: { expiresAt: '2020-01-01T00:00:00.000Z' } });
    expect(past).toMatchObject({ status: 422, body: { code: 'expiry_in_the_past' } });
  });

  it('refuses a key in an archived company', async () => {
    const { companyId } = await server.stage.given.company({ status: 'archived' });
    const { agentId } = await server.stage.given.agent(companyId);
    const refused = await server.call(`POST /api/agents/${agentId}/keys`);
    expect(refused).toMatchObject({ status: 422, body: { code: 'company_archived' } });
  });

  it('is allowed for the board and for the agent itself', async () => {
    const { companyId, agentId } = await agentOf();
    const colleague = agentActor(companyId);
    const own = await server.stage
      .as(agentActor(companyId, { id: agentId }))
      .createAgentKey({ agentId });
    expect(own.token).toMatch(/^mst_agent_/);
    await expect(server.stage.as(colleague).createAgentKey({ agentId })).rejects.toMatchObject({
      code: 'not_your_agent',
    });
  });

  it('does not find agents of other companies, for agents and board users', async () => {
    const { agentId } = await agentOf();
    for (const actor of [agentActor(newId()), boardActor({ companies: [newId()] })]) {
      const outsider = server.stage.as(actor);
      const outcomes = await Promise.allSettled([
        outsider.createAgentKey({ agentId }),
        outsider.listAgentKeys({ agentId }),
        outsider.revokeAgentKey({ agentId, keyId: newId() }),
      ]);
      const absent = { status: 'rejected', reason: { code: 'agent_not_found' } };
      expect(outcomes).toMatchObject([absent, absent, absent]);
    }
  });
});

describe('a key that an agent makes with a key', () => {
  const keyOf = async (agentId: string, token?: string, body: object = {}) =>
    (await server.call(`POST /api/agents/${agentId}/keys`, { token, body })).body;
  const isValid = async ({ token }: { token: string }) =>
    (await server.call('GET /api/session', { token })).status === 200;

  it('ends with that key, and so do those that were made with it', async () => {
    const { agentId } = await agentOf();
    const [first, other] = [await keyOf(agentId), await keyOf(agentId)];
    const second = await keyOf(agentId, first.token);
    const third = await keyOf(agentId, second.token);
    for (const key of [first, second, third]) expect(await isValid(key)).toBe(true);
    await server.call(`DELETE /api/agents/${agentId}/keys/${first.id}`);
    for (const key of [first, second, third]) expect(await isValid(key)).toBe(false);
    expect(await isValid(other)).toBe(true);
    const events = await server.stage.emitted('key.revoked');
    const ended = events.filter(({ payload }) => payload.agentId === agentId);
    expect(new Set(ended.map(({ entityId }) => entityId))).toEqual(
      new Set([first.id, second.id, third.id]),
    );
    expect(ended).toHaveLength(3);
  });

  it('expires no later than that key', async () => {
    const { agentId } = await agentOf();
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const [soon, later] = [at(1), at(2)];
    const maker = await keyOf(agentId, undefined, { expiresAt: soon });
    expect((await keyOf(agentId, maker.token)).expiresAt).toBe(soon);
    expect((await keyOf(agentId, maker.token, { expiresAt: later })).expiresAt).toBe(soon);
    const sooner = at(0.5);
    expect((await keyOf(agentId, maker.token, { expiresAt: sooner })).expiresAt).toBe(sooner);
  });

  it('never outlives that key, however its making and the revocation meet', async () => {
    const { agentId } = await agentOf();
    for (let n = 0; n < 10; n += 1) {
      const maker = await keyOf(agentId);
      const path = `/api/agents/${agentId}/keys`;
      const [made] = await Promise.all([
        server.call(`POST ${path}`, { token: maker.token }),
        server.call(`DELETE ${path}/${maker.id}`),
      ]);
      if (made.status === 201) expect(await isValid(made.body)).toBe(false);
      else expect(made).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
  });

  it('is listed with its maker, as are keys that the board made', async () => {
    const { agentId } = await agentOf();
    const byBoard = await keyOf(agentId);
    const byAgent = await keyOf(agentId, byBoard.token);
    const { body } = await server.call(`GET /api/agents/${agentId}/keys`);
    expect(body).toMatchObject([
      {
        id: byAgent.id,
        createdByAgentId: agentId,
        createdByKeyId: byBoard.id,
        createdByUserId: null,
      },
      {
        id: byBoard.id,
        createdByAgentId: null,
        createdByKeyId: null,
        createdByUserId: expect.any(String),
      },
    ]);
  });
});

describe('listAgentKeys', () => {
  it('lists the keys of an agent, newest first and without secrets', async () => {
    const { agentId } = await agentOf();
    const { body: older } = await server.call(`POST /api/agents/${agentId}/keys`);
    const { body: newer } = await server.call(`POST /api/agents/${agentId}/keys`);
    const { body } = await server.call(`GET /api/agents/${agentId}/keys`, { token: newer.token });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
    expect(Object.keys(body[0]).toSorted()).toEqual([
      'agentId',
      'createdAt',
      'createdByAgentId',
      'createdByKeyId',
      'createdByUserId',
      'expiresAt',
      'id',
      'lastUsedAt',
      'name',
      'revokedAt',
    ]);
  });
});

describe('revokeAgentKey', () => {
  it('invalidates the key at once and emits one event', async () => {
    const { agentId } = await agentOf();
    const { body: key } = await server.call(`POST /api/agents/${agentId}/keys`);
    expect((await server.call('GET /api/session', { token: key.token })).status).toBe(200);
    const path = `DELETE /api/agents/${agentId}/keys/${key.id}`;
    const revoked = await server.call(path);
    expect(revoked).toMatchObject({
      status: 200,
      body: { id: key.id, revokedAt: expect.any(String) },
    });
    expect((await server.call('GET /api/session', { token: key.token })).status).toBe(401);
    const again = await server.call(path);
    expect(again.body.revokedAt).toBe(revoked.body.revokedAt);
    const events = await server.stage.emitted('key.revoked');
    expect(events.filter(({ entityId }) => entityId === key.id)).toHaveLength(1);
  });

  it('does not find the key of another agent', async () => {
    const { agentId, companyId } = await agentOf();
    const { body: key } = await server.call(`POST /api/agents/${agentId}/keys`);
    const other = await server.stage.given.agent(companyId);
    const refused = await server.call(`DELETE /api/agents/${other.agentId}/keys/${key.id}`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
    expect((await server.call('GET /api/session', { token: key.token })).status).toBe(200);
  });

  it('runs when the agent is terminated', async () => {
    const { companyId, ...agent } = await agentOf();
    const { body: key } = await server.call(`POST /api/agents/${agent.agentId}/keys`);
    expect((await server.call('GET /api/session', { token: key.token })).status).toBe(200);
    await server.stage.receive(agents, 'agent.terminated', {
      companyId,
      entityId: agent.agentId,
      payload: { ...agent, status: 'terminated', version: 2 },
    });
    expect((await server.call('GET /api/session', { token: key.token })).status).toBe(401);
    const { body } = await server.call(`GET /api/agents/${agent.agentId}/keys`);
    expect(body).toMatchObject([{ id: key.id, revokedAt: expect.any(String) }]);
  });
});
