/** The run that a cost names is looked up where runs are, before the cost is passed on. */
import { Refusal, Run, scheduler, scopeOf } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { agentActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyChecks } from '../src/compose/body-checks.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { standIn } from './stand-in.ts';

const createdAt = '2026-11-20T18:12:00.000Z';
const companyOfRun = new Map<string, string>();

const schedulerStandIn = standIn(scheduler, {
  getRun: async ({ runId }, { actor }) => {
    const companyId = companyOfRun.get(runId);
    const scope = scopeOf(actor);
    if (!companyId || (scope !== 'all' && !scope.includes(companyId))) {
      throw new Refusal('run_not_found');
    }
    return Run.parse({
      id: runId, companyId, agentId: newId(), source: 'on_demand', reason: null, status: 'running',
      epoch: 1, issueId: null, wakeReason: null, context: {}, startedAt: createdAt,
      finishedAt: null, exitCode: null, signal: null, error: null, errorCode: null, usage: null,
      resultSummary: null, logBytes: 0, createdAt,
    });
  },
});

let door: OpenDoor;
let standsIn: RunningService;
beforeAll(async () => {
  door = await openDoor();
  standsIn = await schedulerStandIn(door.stage.env);
});
afterAll(async () => {
  await door.close();
  await standsIn.stop();
});

async function aCompany() {
  const { companyId } = await door.stage.given.company();
  const { agentId } = await door.stage.given.agent(companyId);
  const { body: { token } } = await door.call(`POST /api/agents/${agentId}/keys`);
  const runId = newId();
  companyOfRun.set(runId, companyId);
  const cost = { agentId, costCents: 1, provider: 'test', model: 'test' };
  const path = `POST /api/companies/${companyId}/cost-events`;
  return { path, companyId, runId, cost, token: token as string };
}

describe('the run of a cost', () => {
  it('lets it through when it is there, or is the one that the caller works for', async () => {
    const { companyId, runId, cost } = await aCompany();
    const check = bodyChecks(door.stage.service.runtime.rpc)['recordCost'];
    const actor = agentActor(companyId);
    const unknown = newId();
    for (const [named, by] of [
      [undefined, actor], [runId, actor], [unknown, { ...actor, runId: unknown }],
    ] as const) {
      const onBehalf = { actor: by, requestId: newId(), traceparent: '' };
      await expect(check?.({ companyId, ...cost, runId: named }, onBehalf))
        .resolves.toBeUndefined();
    }
  });

  it('is absent alike when nobody has it and when another company has', async () => {
    const { path, cost, token } = await aCompany();
    const foreign = await aCompany();
    for (const runId of [foreign.runId, newId()]) {
      for (const caller of [{ token }, {}]) {
        expect(await door.call(path, { ...caller, body: { ...cost, runId } })).toMatchObject({
          status: 404, body: { code: 'run_not_found', details: { field: 'runId', runId } },
        });
      }
    }
  });
});
