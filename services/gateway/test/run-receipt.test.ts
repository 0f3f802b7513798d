import { billing, Refusal, RunReceipt, scheduler } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentWithKey, type AgentWithKey } from './agent-with-key.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const now = '2026-11-20T18:12:00.000Z';
const runId = newId();

const schedulerStub = stubOf(scheduler, {
  getRun: async ({ runId: id }) => {
    if (id !== runId) throw new Refusal('run_not_found');
    return {
      id,
      companyId: owner.companyId,
      agentId: owner.agent.agentId,
      source: 'timer',
      reason: null,
      status: 'succeeded',
      epoch: 1,
      issueId: null,
      wakeReason: null,
      context: {},
      startedAt: now,
      finishedAt: now,
      exitCode: 0,
      signal: null,
      error: null,
      errorCode: null,
      usage: null,
      resultSummary: null,
      logBytes: 0,
      createdAt: now,
      warnings: [],
    };
  },
});
const billingStub = stubOf(billing, {
  listCostsOfRun: async () => ({
    costCents: 7,
    unknownCents: 0,
    inputTokens: 1,
    cachedInputTokens: 0,
    outputTokens: 1,
    events: 1,
    byModel: [],
    more: false,
  }),
});

let server: TestGateway;
let others: RunningService[];
let owner: AgentWithKey;
beforeAll(async () => {
  server = await openGateway();
  others = await Promise.all([schedulerStub, billingStub].map((start) => start(server.stage.env)));
  owner = await agentWithKey(server);
});
afterAll(async () => {
  await server.close();
  await Promise.all(others.map((other) => other.stop()));
});

const receipt = (id: string) =>
  server.call(`GET /api/heartbeat-runs/${id}/receipt`, { token: owner.token });

it('names the services that cannot answer, and answers the rest of a receipt', async () => {
  const { status, body } = await receipt(runId);
  expect(status).toBe(200);
  expect(RunReceipt.strict().parse(body)).toMatchObject({
    run: { id: runId, status: 'succeeded' },
    issues: null,
    approvals: null,
    cost: { costCents: 7 },
    refusals: { count: 0 },
    unavailable: ['issues', 'approvals'],
  });
});

it('refuses the receipt of an absent run', async () => {
  expect(await receipt(newId())).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
});
