import { randomUUID } from 'node:crypto';
import { Refusal, scheduler } from '@muster/contracts';
import type { RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';
import { standIn } from './stand-in.ts';

const runs = new Map<string, { agentId: string; companyId: string }>();

const schedulerWith = standIn(scheduler, {
  getRun: async ({ runId }, { scope }) => {
    const run = runs.get(runId);
    if (!run || (scope !== 'all' && !scope.includes(run.companyId))) {
      throw new Refusal('run_not_found');
    }
    return runOf(runId, run);
  },
});

const runOf = (id: string, { agentId, companyId }: { agentId: string; companyId: string }) => ({
  id, agentId, companyId, source: 'timer', reason: null, status: 'running', epoch: 1,
  issueId: null, wakeReason: null, context: {}, startedAt: null, finishedAt: null, exitCode: null,
  signal: null, error: null, errorCode: null, usage: null, resultSummary: null, logBytes: 0,
  createdAt: new Date().toISOString(),
});

let door: OpenDoor;
let stranger: RunningService;
beforeAll(async () => {
  door = await openDoor();
  stranger = await schedulerWith(door.stage.env);
});
afterAll(async () => {
  await stranger.stop();
  await door.close();
});

const holder = async () => {
  const { companyId } = await door.stage.given.company();
  const { agentId } = await door.stage.given.agent(companyId);
  const { body } = await door.call(`POST /api/agents/${agentId}/keys`);
  return { companyId, agentId, token: body.token as string };
};

const naming = (runId: string, token: string) =>
  door.call('GET /api/session', { token, headers: { 'x-run-id': runId } });

describe('a run whose event is on its way', () => {
  it('is believed on the word of the scheduler', async () => {
    const { companyId, agentId, token } = await holder();
    const runId = randomUUID();
    runs.set(runId, { companyId, agentId });
    const named = await naming(runId, token);
    expect(named).toMatchObject({ status: 200, body: { actor: { runId }, agent: { runId } } });
  });

  const foreign = ['unknown', 'of a colleague', 'of another company'];
  it.each(foreign)('is refused when it is %s', async (kind) => {
    const { companyId, token } = await holder();
    const colleague = await door.stage.given.agent(companyId);
    const runId = randomUUID();
    if (kind === 'of a colleague') runs.set(runId, { companyId, agentId: colleague.agentId });
    if (kind === 'of another company') runs.set(runId, await holder());
    const refused = await naming(runId, token);
    expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_run' } });
  });
});
