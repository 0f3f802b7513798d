/** The gateway looks up the run that a cost names before it forwards the cost. */
import { Refusal, scheduler, scopeOf } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { agentActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyChecks } from '../src/body-checks.ts';
import { aRun } from './a-run.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const companyOfRun = new Map<string, string>();

const schedulerStub = stubOf(scheduler, {
  getRun: async ({ runId }, { actor }) => {
    const companyId = companyOfRun.get(runId);
    const scope = scopeOf(actor);
    if (!companyId || (scope !== 'all' && !scope.includes(companyId))) {
      throw new Refusal('run_not_found');
    }
    return aRun({ id: runId, companyId });
  },
});

let server: TestGateway;
let stub: RunningService;
beforeAll(async () => {
  server = await openGateway();
  stub = await schedulerStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await stub.stop();
});

async function aCompany() {
  const { companyId } = await server.stage.given.company();
  const { agentId } = await server.stage.given.agent(companyId);
  const {
    body: { token },
  } = await server.call(`POST /api/agents/${agentId}/keys`);
  const runId = newId();
  companyOfRun.set(runId, companyId);
  const cost = { agentId, costCents: 1, provider: 'test', model: 'test' };
  const path = `POST /api/companies/${companyId}/cost-events`;
  return { path, companyId, runId, cost, token: token as string };
}

describe('the run of a cost', () => {
  it("is accepted if it exists or is the caller's own run", async () => {
    const { companyId, runId, cost } = await aCompany();
    const check = bodyChecks(server.stage.service.runtime.rpc)['recordCost'];
    const actor = agentActor(companyId);
    const unknown = newId();
    for (const [named, by] of [
      [undefined, actor],
      [runId, actor],
      [unknown, { ...actor, runId: unknown }],
    ] as const) {
      const call = { actor: by, requestId: newId(), traceparent: '' };
      await expect(check?.({ companyId, ...cost, runId: named }, call)).resolves.toBeUndefined();
    }
  });

  it('is not found whether it does not exist or belongs to another company', async () => {
    const { path, cost, token } = await aCompany();
    const foreign = await aCompany();
    for (const runId of [foreign.runId, newId()]) {
      for (const caller of [{ token }, {}]) {
        expect(await server.call(path, { ...caller, body: { ...cost, runId } })).toMatchObject({
          status: 404,
          body: { code: 'run_not_found', details: { field: 'runId', runId } },
        });
      }
    }
  });
});
