import { randomUUID } from 'node:crypto';
import { Refusal, scheduler } from '@muster/contracts';
import type { RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRun } from './a-run.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const runs = new Map<string, { agentId: string; companyId: string }>();

const schedulerStub = stubOf(scheduler, {
  getRun: async ({ runId }, { scope }) => {
    const run = runs.get(runId);
    if (!run || (scope !== 'all' && !scope.includes(run.companyId))) {
      throw new Refusal('run_not_found');
    }
    return aRun({ id: runId, ...run });
  },
});

let server: TestGateway;
let stub: RunningService;
beforeAll(async () => {
  server = await openGateway();
  stub = await schedulerStub(server.stage.env);
});
afterAll(async () => {
  await stub.stop();
  await server.close();
});

const holder = async () => {
  const { companyId } = await server.stage.given.company();
  const { agentId } = await server.stage.given.agent(companyId);
  const { body } = await server.call(`POST /api/agents/${agentId}/keys`);
  return { companyId, agentId, token: body.token as string };
};

const naming = (runId: string, token: string) =>
  server.call('GET /api/session', { token, headers: { 'x-run-id': runId } });

describe('a run whose event has not been applied yet', () => {
  it('is read from the scheduler', async () => {
    const { companyId, agentId, token } = await holder();
    const runId = randomUUID();
    runs.set(runId, { companyId, agentId });
    const named = await naming(runId, token);
    expect(named).toMatchObject({ status: 200, body: { actor: { runId }, agent: { runId } } });
  });

  const foreign = ['unknown', 'of a colleague', 'of another company'];
  it.each(foreign)('is refused if it is %s', async (kind) => {
    const { companyId, token } = await holder();
    const colleague = await server.stage.given.agent(companyId);
    const runId = randomUUID();
    if (kind === 'of a colleague') runs.set(runId, { companyId, agentId: colleague.agentId });
    if (kind === 'of another company') runs.set(runId, await holder());
    const refused = await naming(runId, token);
    expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_run' } });
  });
});
