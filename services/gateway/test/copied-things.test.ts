/**
 * An agent that was made a moment ago, of which the gateway has no copy yet. In these tests messages
 * are lost and sweeps are an hour apart, so nothing is copied but because of a miss.
 */
import { agents, Refusal } from '@muster/contracts';
import { aCompany, anAgent, standInOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

const companies = new Map<string, string>();
let server: TestGateway;
beforeAll(async () => {
  server = await openGateway({ SWEEP_SECONDS: '3600' });
  const owner = standInOf(agents, {
    locateAgent: async ({ agentId }) => {
      const companyId = companies.get(agentId);
      if (companyId === undefined) throw new Refusal('agent_not_found');
      return { companyId };
    },
  });
  (await server.stage.standIn(owner)).loseMessages();
});
afterAll(() => server.close());

async function newAgent() {
  const { stage } = server;
  const company = aCompany();
  const { companyId } = company;
  await stage.emitFrom(agents, 'company.created', {
    companyId,
    entityId: companyId,
    payload: company,
  });
  const payload = anAgent();
  const { agentId } = payload;
  await stage.emitFrom(agents, 'agent.created', { companyId, entityId: agentId, payload });
  companies.set(agentId, companyId);
  return { companyId, agentId };
}

describe('an agent that the gateway has not heard of', () => {
  it('gets a key', async () => {
    const { agentId } = await newAgent();
    const { status, body } = await server.call(`POST /api/agents/${agentId}/keys`);
    expect(status).toBe(201);
    const session = await server.call('GET /api/session', { token: body.token });
    expect(session.body.actor).toMatchObject({ type: 'agent', id: agentId });
  });

  it('gets a key whose request has an idempotency key, and the refusal is not kept', async () => {
    const { agentId } = await newAgent();
    const headers = { 'idempotency-key': agentId };
    const first = await server.call(`POST /api/agents/${agentId}/keys`, { headers });
    expect(first.status).toBe(201);
    const again = await server.call(`POST /api/agents/${agentId}/keys`, { headers });
    expect(again).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
  });

  it('has no keys to list, which is no 404', async () => {
    const { agentId } = await newAgent();
    expect(await server.call(`GET /api/agents/${agentId}/keys`)).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it('is in a company that the gateway has not heard of either', async () => {
    const { companyId } = await newAgent();
    const invites = await server.call(`GET /api/companies/${companyId}/invites`);
    expect(invites).toMatchObject({ status: 200, body: [] });
  });

  it('is not found if there is no such agent', async () => {
    const { agentId } = anAgent();
    const answer = await server.call(`POST /api/agents/${agentId}/keys`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
  });
});
