import { agents } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const agentOf = async (overrides: object = {}) => {
  const { companyId } = await door.stage.given.company();
  const agent = await door.stage.given.agent(companyId, overrides);
  return { companyId, ...agent };
};

describe('createAgentKey', () => {
  it('gives the board a token that works and says so in the log', async () => {
    const { agentId, companyId, name } = await agentOf();
    const made = await door.call(`POST /api/agents/${agentId}/keys`, { body: { name: 'laptop' } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String), name: 'laptop', createdAt: expect.any(String), expiresAt: null,
      token: expect.stringMatching(/^mst_agent_[\w-]{12}_[\w-]{49}$/),
    });
    const session = await door.call('GET /api/session', { token: made.body.token });
    expect(session.body.actor).toEqual({ type: 'agent', id: agentId, name, companyId });
    const said = await door.stage.said('key.created');
    expect(said.filter(({ entityId }) => entityId === made.body.id)).toMatchObject([
      { companyId, payload: { keyId: made.body.id, agentId, name: 'laptop' } },
    ]);
  });

  it('finds the agent by its url key within the named company', async () => {
    const { companyId, urlKey } = await agentOf({ urlKey: 'ada' });
    await agentOf({ urlKey: 'ada' });
    const named = await door.call(`POST /api/agents/${urlKey}/keys?companyId=${companyId}`);
    expect(named.status).toBe(201);
    const ambiguous = await door.call(`POST /api/agents/${urlKey}/keys`);
    expect(ambiguous).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
  });

  it('stores neither the token nor its secret, not even among the kept answers', async () => {
    const { agentId } = await agentOf();
    const { body } = await door.call(`POST /api/agents/${agentId}/keys`, {
      headers: { 'idempotency-key': 'once' },
    });
    const secret = (body.token as string).slice(23);
    const rows = await many<{ row: string }>(door.stage.db, sql`
      select r::text as row from requests r union all select e::text from events e
      union all select k::text from agent_keys k limit 10000`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it('makes one key for a repeated request and does not show it twice', async () => {
    const { agentId } = await agentOf();
    const headers = { 'idempotency-key': 'twice' };
    const first = await door.call(`POST /api/agents/${agentId}/keys`, { headers });
    const again = await door.call(`POST /api/agents/${agentId}/keys`, { headers });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
    const { body: keys } = await door.call(`GET /api/agents/${agentId}/keys`);
    expect(keys).toHaveLength(1);
  });

  it.each(['pending_approval', 'terminated'] as const)(
    'refuses keys for an agent that is %s',
    async (status) => {
      const { agentId } = await agentOf({ status });
      const refused = await door.call(`POST /api/agents/${agentId}/keys`);
      expect(refused).toMatchObject({ status: 422, body: { code: 'agent_without_keys' } });
      expect((await door.call(`GET /api/agents/${agentId}/keys`)).body).toEqual([]);
    },
  );

  it('makes a key that ends by itself', async () => {
    const { agentId } = await agentOf();
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const path = `POST /api/agents/${agentId}/keys`;
    const { body: key } = await door.call(path, { body: { expiresAt } });
    expect(key.expiresAt).toBe(expiresAt);
    const status = async () => (await door.call('GET /api/session', { token: key.token })).status;
    expect(await status()).toBe(200);
    await expect.poll(status, { timeout: 5_000 }).toBe(401);
    const past = await door.call(path, { body: { expiresAt: '2020-01-01T00:00:00.000Z' } });
    expect(past).toMatchObject({ status: 422, body: { code: 'expiry_in_the_past' } });
  });

  it('refuses keys in an archived company', async () => {
    const { companyId } = await door.stage.given.company({ status: 'archived' });
    const { agentId } = await door.stage.given.agent(companyId);
    const refused = await door.call(`POST /api/agents/${agentId}/keys`);
    expect(refused).toMatchObject({ status: 422, body: { code: 'company_archived' } });
  });

  it('is for the board and for the agent itself', async () => {
    const { companyId, agentId } = await agentOf();
    const colleague = agentActor(companyId);
    const own = await door.stage.as(agentActor(companyId, { id: agentId }))
      .createAgentKey({ agentId });
    expect(own.token).toMatch(/^mst_agent_/);
    await expect(door.stage.as(colleague).createAgentKey({ agentId }))
      .rejects.toMatchObject({ code: 'not_your_agent' });
  });

  it('hides agents of other companies from agents and from board users', async () => {
    const { agentId } = await agentOf();
    for (const actor of [agentActor(newId()), boardActor({ companies: [newId()] })]) {
      const stranger = door.stage.as(actor);
      const outcomes = await Promise.allSettled([
        stranger.createAgentKey({ agentId }), stranger.listAgentKeys({ agentId }),
        stranger.revokeAgentKey({ agentId, keyId: newId() }),
      ]);
      const absent = { status: 'rejected', reason: { code: 'agent_not_found' } };
      expect(outcomes).toMatchObject([absent, absent, absent]);
    }
  });
});

describe('listAgentKeys', () => {
  it('shows an agent its keys, newest first and without secrets', async () => {
    const { agentId } = await agentOf();
    const { body: older } = await door.call(`POST /api/agents/${agentId}/keys`);
    const { body: newer } = await door.call(`POST /api/agents/${agentId}/keys`);
    const { body } = await door.call(`GET /api/agents/${agentId}/keys`, { token: newer.token });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
    expect(Object.keys(body[0]).toSorted()).toEqual([
      'agentId', 'createdAt', 'expiresAt', 'id', 'lastUsedAt', 'name', 'revokedAt',
    ]);
  });
});

describe('revokeAgentKey', () => {
  it('ends the key at once and says so once', async () => {
    const { agentId } = await agentOf();
    const { body: key } = await door.call(`POST /api/agents/${agentId}/keys`);
    expect((await door.call('GET /api/session', { token: key.token })).status).toBe(200);
    const path = `DELETE /api/agents/${agentId}/keys/${key.id}`;
    const revoked = await door.call(path);
    expect(revoked).toMatchObject({
      status: 200, body: { id: key.id, revokedAt: expect.any(String) },
    });
    expect((await door.call('GET /api/session', { token: key.token })).status).toBe(401);
    expect((await door.call(path)).body).toEqual(revoked.body);
    const said = await door.stage.said('key.revoked');
    expect(said.filter(({ entityId }) => entityId === key.id)).toHaveLength(1);
  });

  it('does not find the key of another agent', async () => {
    const { agentId, companyId } = await agentOf();
    const { body: key } = await door.call(`POST /api/agents/${agentId}/keys`);
    const other = await door.stage.given.agent(companyId);
    const refused = await door.call(`DELETE /api/agents/${other.agentId}/keys/${key.id}`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
    expect((await door.call('GET /api/session', { token: key.token })).status).toBe(200);
  });

  it('happens by itself when the agent is terminated', async () => {
    const { companyId, ...agent } = await agentOf();
    const { body: key } = await door.call(`POST /api/agents/${agent.agentId}/keys`);
    expect((await door.call('GET /api/session', { token: key.token })).status).toBe(200);
    await door.stage.hear(agents, 'agent.terminated', {
      companyId, entityId: agent.agentId, payload: { ...agent, status: 'terminated', version: 2 },
    });
    expect((await door.call('GET /api/session', { token: key.token })).status).toBe(401);
    const { body } = await door.call(`GET /api/agents/${agent.agentId}/keys`);
    expect(body).toMatchObject([{ id: key.id, revokedAt: expect.any(String) }]);
  });
});
