import { agents, contracts, type Contract } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../src/http/answer/settle.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { subscriber, stubOf } from './stubs.ts';

/** The limit, and some time for a busy machine. */
const ANSWERED_WITHIN_MS = 10_000;
/** A service that has just been started answers late on a busy machine. */
const UNTIL_STARTED_MS = 10_000;

const agentsStub = stubOf(agents, {
  createCompany: async ({ name }, { emit }) => {
    const companyId = newId();
    emit('company.created', {
      companyId,
      entityId: companyId,
      payload: {
        companyId,
        name,
        issuePrefix: 'ACM',
        status: 'active',
        budgetMonthlyCents: 0,
        requireBoardApprovalForNewAgents: true,
        reviewRequired: true,
        timeZone: 'UTC',
        version: 1,
      },
    });
    return { id: companyId };
  },
});

let server: TestGateway;
let running: Map<string, RunningService>;
const others = contracts.filter(({ name }) => name !== 'gateway' && name !== 'agents');

beforeAll(async () => {
  server = await openGateway();
  const started = await Promise.all([
    agentsStub(server.stage.env),
    ...others.map((contract) => subscriber(contract, agents)(server.stage.env)),
  ]);
  running = new Map(started.map((service) => [service.runtime.name, service]));
});
afterAll(async () => {
  await server.close();
  await Promise.all([...running.values()].map((service) => service.stop()));
});

const createCompany = (name = 'Acme') => server.call('POST /api/companies', { body: { name } });

describe('a write with effects in other services', () => {
  it('is answered when they are visible, with its position', async () => {
    const answered = await createCompany();
    expect(answered.status).toBe(201);
    expect(answered.headers.has('consistency')).toBe(false);
    expect(answered.headers.get('consistency-token')).toBe(`agents:${answered.body.id}:1`);
    const { body } = await server.call(`GET /api/companies/${answered.body.id}/activity`);
    expect(body).toMatchObject([{ service: 'agents', action: 'company.created' }]);
  });

  it('waits for reactions to reactions as well', async () => {
    const { body } = await createCompany();
    const { rpc } = server.stage.service.runtime;
    const position = { producer: 'agents', companyId: body.id, seq: 1, requestId: newId() };
    const tree = { gateway: { issues: {} }, issues: { gateway: {} } };
    expect(await settle({ rpc, traceparent: '' }, tree, position)).toBe(true);
    const ahead = { ...position, seq: 2 };
    expect(await settle({ rpc, traceparent: '' }, { issues: {} }, ahead)).toBe(false);
  });

  it('is answered as pending if a service is stopped', async () => {
    await running.get('billing')?.stop();
    const from = performance.now();
    const answered = await createCompany('Without billing');
    expect(performance.now() - from).toBeLessThan(ANSWERED_WITHIN_MS);
    expect(answered.status).toBe(201);
    expect(answered.headers.get('consistency')).toBe('pending');
    const billing = contracts.find(({ name }) => name === 'billing') as Contract;
    const again = await subscriber(billing, agents)(server.stage.env);
    running.set('billing', again);
    const isPending = async () => (await createCompany()).headers.has('consistency');
    await expect.poll(isPending, { timeout: UNTIL_STARTED_MS }).toBe(false);
  });

  it('is measured by outcome', async () => {
    const text = await server.stage.service.runtime.metrics.registry.metrics();
    const count = (outcome: string): RegExp =>
      new RegExp(`muster_settle_seconds_count{.*"createCompany",outcome="${outcome}"} [1-9]`);
    expect(text).toMatch(count('settled'));
    expect(text).toMatch(count('pending'));
  });
});

describe('getHealth', () => {
  it('is ok while every service answers, and names those that do not', async () => {
    const health = async () => (await server.call('GET /api/health', { token: '' })).status;
    await expect.poll(health, { timeout: UNTIL_STARTED_MS }).toBe(200);
    await running.get('scheduler')?.stop();
    running.delete('scheduler');
    await expect.poll(health).toBe(503);
    const degraded = await server.call('GET /api/health', { token: '' });
    expect(degraded.body).toMatchObject({
      code: 'unavailable',
      details: { services: { scheduler: 'unavailable', agents: 'ok' } },
    });
    expect(degraded.headers.get('retry-after')).toBe('1');
  });
});

describe('the OpenAPI document', () => {
  it('is public', async () => {
    const { status, body } = await server.call('GET /api/openapi.json', { token: '' });
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toContain('/api/agents/{agentId}/keys');
  });
});
