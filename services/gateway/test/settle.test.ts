import { agents, contracts, type Contract } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../src/http/settle.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { hears, standIn } from './stand-in.ts';

/** The cap, and what a busy machine adds to it. */
const ANSWERED_WITHIN_MS = 2_500;

const agentsStandIn = standIn(agents, {
  createCompany: async ({ name }, { say }) => {
    const companyId = newId();
    say('company.created', {
      companyId,
      entityId: companyId,
      payload: {
        companyId, name, issuePrefix: 'ACM', status: 'active', budgetMonthlyCents: 0,
        requireBoardApprovalForNewAgents: true, reviewRequired: true, timeZone: 'UTC', version: 1,
      },
    });
    return { id: companyId };
  },
});

let door: OpenDoor;
let running: Map<string, RunningService>;
const others = contracts.filter(({ name }) => name !== 'gateway' && name !== 'agents');

beforeAll(async () => {
  door = await openDoor();
  const started = await Promise.all([
    agentsStandIn(door.stage.env),
    ...others.map((contract) => hears(contract, agents)(door.stage.env)),
  ]);
  running = new Map(started.map((service) => [service.runtime.name, service]));
});
afterAll(async () => {
  await door.close();
  await Promise.all([...running.values()].map((service) => service.stop()));
});

const found = (name = 'Acme') => door.call('POST /api/companies', { body: { name } });

describe('a write with effects elsewhere', () => {
  it('answers when they are visible, and says where it stands', async () => {
    const answered = await found();
    expect(answered.status).toBe(201);
    expect(answered.headers.has('consistency')).toBe(false);
    expect(answered.headers.get('consistency-token')).toBe(`agents:${answered.body.id}:1`);
    const { body } = await door.call(`GET /api/companies/${answered.body.id}/activity`);
    expect(body).toMatchObject([{ service: 'agents', action: 'company.created' }]);
  });

  it('waits for those that react to the reaction too', async () => {
    const { body } = await found();
    const { rpc } = door.stage.service.runtime;
    const position = { producer: 'agents', companyId: body.id, seq: 1, requestId: newId() };
    const tree = { gateway: { issues: {} }, issues: { gateway: {} } };
    expect(await settle({ rpc, traceparent: '' }, tree, position)).toBe(true);
    const ahead = { ...position, seq: 2 };
    expect(await settle({ rpc, traceparent: '' }, { issues: {} }, ahead)).toBe(false);
  });

  it('answers all the same when a service has stopped, and says so', async () => {
    await running.get('billing')?.stop();
    const from = performance.now();
    const answered = await found('While billing is away');
    expect(performance.now() - from).toBeLessThan(ANSWERED_WITHIN_MS);
    expect(answered.status).toBe(201);
    expect(answered.headers.get('consistency')).toBe('pending');
    const billing = contracts.find(({ name }) => name === 'billing') as Contract;
    const again = await hears(billing, agents)(door.stage.env);
    running.set('billing', again);
    expect((await found()).headers.has('consistency')).toBe(false);
  });

  it('is timed, apart from those that were answered before', async () => {
    const text = await door.stage.service.runtime.metrics.registry.metrics();
    const count = (outcome: string): RegExp => new RegExp(
      `muster_settle_seconds_count{.*"createCompany",outcome="${outcome}"} [1-9]`);
    expect(text).toMatch(count('settled'));
    expect(text).toMatch(count('pending'));
  });
});

describe('the health of the whole', () => {
  it('is good while every service answers, and names the one that does not', async () => {
    const good = await door.call('GET /api/health', { token: '' });
    expect(good).toMatchObject({ status: 200, body: { status: 'ok' } });
    await running.get('scheduler')?.stop();
    running.delete('scheduler');
    const health = async () => (await door.call('GET /api/health', { token: '' })).status;
    await expect.poll(health, { timeout: 2_000 }).toBe(503);
    const ill = await door.call('GET /api/health', { token: '' });
    expect(ill.body).toMatchObject({
      code: 'unavailable', details: { services: { scheduler: 'unavailable', agents: 'ok' } },
    });
    expect(ill.headers.get('retry-after')).toBe('1');
  });
});

describe('the document of the interface', () => {
  it('is served to anybody', async () => {
    const { status, body } = await door.call('GET /api/openapi.json', { token: '' });
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toContain('/api/agents/{agentId}/keys');
  });
});
