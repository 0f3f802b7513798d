/** What the answer to a cost waits for: costs are the most frequent writes with effects elsewhere. */
import { agents, approvals, billing, scheduler, type Payload } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { subscriber, stubOf } from './stubs.ts';

const LIMIT_CENTS = 100;
const companyId = newId();
const agentId = newId();
const month = '2026-11';

const aCost = (
  costEventId: string,
  costCents: number,
): Payload<typeof billing, 'cost.recorded'> => ({
  costEventId,
  agentId,
  costCents,
  month,
  provider: 'test',
  model: 'test',
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  issueId: null,
  projectId: null,
  runId: null,
  agentSpentCents: costCents,
  companySpentCents: costCents,
});

const billingStub = stubOf(billing, {
  recordCost: async ({ costCents = 0 }, { emit }) => {
    const id = newId();
    emit('cost.recorded', { companyId, entityId: id, payload: aCost(id, costCents) });
    if (costCents >= LIMIT_CENTS) {
      const limits = { limitCents: LIMIT_CENTS, spentCents: costCents };
      const payload = { scope: 'agent', agentId, month, ...limits } as const;
      emit('budget.exhausted', { companyId, entityId: agentId, payload });
    }
    return { id, costCents };
  },
});

let server: TestGateway;
let started: readonly RunningService[];
let reacting: readonly RunningService[];

beforeAll(async () => {
  server = await openGateway();
  const { env } = server.stage;
  const others = [agents, scheduler, approvals].map((each) => subscriber(each, billing)(env));
  reacting = await Promise.all(others);
  started = [await billingStub(env), ...reacting];
});
afterAll(async () => {
  await server.close();
  await Promise.all(started.map((service) => service.stop()));
});

/** Requests that ask each service whether it has applied an event. */
async function questions(): Promise<Record<string, number>> {
  const counted = reacting.map(async ({ runtime: { name, metrics } }) => {
    const metric = await metrics.registry.getSingleMetric('muster_rpc_answers_total')?.get();
    const asked = metric?.values.filter(({ labels }) => labels['operation'] === 'awaitApplied');
    return [name, (asked ?? []).reduce((sum, { value }) => sum + value, 0)] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

async function book(costCents: number, headers: Record<string, string> = {}) {
  const before = await questions();
  const body = { agentId, costCents, provider: 'test', model: 'test' };
  const path = `POST /api/companies/${companyId}/cost-events`;
  const answer = await server.call(path, { body, headers });
  expect(answer.body).toMatchObject({ costCents });
  expect(answer.headers.has('consistency')).toBe(false);
  const asked = Object.entries(await questions()).map(([name, count]) => [
    name,
    count - (before[name] ?? 0),
  ]);
  return Object.fromEntries(asked) as Record<string, number>;
}

describe('the answer to a cost', () => {
  it('asks one service once within the budget, and all that react where it exhausts one', async () => {
    expect(await book(1)).toEqual({ agents: 1, scheduler: 0, approvals: 0 });
    expect(await book(LIMIT_CENTS)).toEqual({ agents: 1, scheduler: 1, approvals: 1 });
    expect(await book(1)).toEqual({ agents: 1, scheduler: 0, approvals: 0 });
  });

  it('asks all of them for a stored answer, which does not say what it emitted', async () => {
    const headers = { 'idempotency-key': newId() };
    expect(await book(1, headers)).toMatchObject({ agents: 1, scheduler: 0, approvals: 0 });
    expect(await book(1, headers)).toMatchObject({ agents: 1, scheduler: 1, approvals: 1 });
  });
});
