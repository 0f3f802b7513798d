/** Agents that fetch their wake-ups: who is offered what, and who gets it. */
import { agents } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEventsOfRun } from '../src/store/run-output/run-events.ts';
import { claimWaiting, listOffered, listOverdue } from '../src/store/remote-runs.ts';
import { asAgent } from './remote-steps.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

describe('a remote agent', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const board = () => opened.stage.as(boardActor());

  const makeAgent = async (adapterConfig: Record<string, number> = {}) => {
    const agent = await opened.agent(companyId, '', { adapterType: 'remote' });
    const { agentId } = agent;
    opened.adapters.set(agentId, { adapterType: 'remote', adapterConfig });
    const self = asAgent(opened, companyId, agentId);
    const offered = () => eventually(async () => (await self.listOfferedWakes({}))[0]);
    const change = () =>
      opened.receive(agents, 'agent.updated', {
        companyId,
        entityId: agentId,
        payload: { ...agent, version: agent.version + 1, changedKeys: ['adapterConfig'] },
      });
    return { agentId, self, offered, change };
  };

  it('is offered its run once its budget is reserved, and not before', async () => {
    const { agentId, self, offered } = await makeAgent({ timeoutSec: 100 });
    expect(await self.listOfferedWakes({})).toEqual([]);
    const { id: runId } = await opened.wake(agentId);
    expect(await offered()).toMatchObject({
      runId,
      source: 'on_demand',
      reason: 'on_demand',
      issueId: null,
      linkedIssueIds: [],
    });
    const reserved = opened.reservations.find((ask) => ask.runId === runId);
    expect(reserved?.ttlSeconds).toBeGreaterThan(700);
    expect((await board().getRun({ runId })).status).toBe('queued');
    const emitted = (await opened.stage.emitted()).filter(({ entityId }) => entityId === runId);
    expect(emitted.map(({ type }) => type)).toEqual(['run.queued', 'run.offered']);
  });

  it('is offered no run that its budget does not allow', async () => {
    const { agentId, self } = await makeAgent();
    await self.listOfferedWakes({});
    opened.reserve = () => ({ granted: false, cents: 0, reason: 'agent_budget' });
    const run = await opened.finished((await opened.wake(agentId)).id);
    opened.reserve = () => ({ granted: true, cents: 0, reason: null });
    expect(run).toMatchObject({ status: 'cancelled', errorCode: 'budget' });
    expect(await self.listOfferedWakes({})).toEqual([]);
  });

  it('gives its run to one of ten processes that claim it at the same time', async () => {
    const { agentId, self, offered } = await makeAgent();
    const { id: runId } = await opened.wake(agentId);
    const { id: wakeId } = await offered();
    const taken = await Promise.allSettled(
      Array.from({ length: 10 }, () => self.ackWake({ wakeId })),
    );
    const won = taken.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({
      run: { id: runId, status: 'running', epoch: 1, context: { wakes: [{ id: wakeId }] } },
      variables: {
        SERVICE_RUN_ID: runId,
        SERVICE_AGENT_ID: agentId,
        SERVICE_WAKE_REASON: 'on_demand',
        SERVICE_API_KEY: expect.stringMatching(/^mst_run_/) as string,
      },
    });
    const lost = taken.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    for (const reason of lost) expect(reason).toMatchObject({ code: 'wake_already_taken' });
    expect(await self.listOfferedWakes({})).toEqual([]);
    expect(await self.finishRun({ runId, status: 'succeeded' })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('receives all waiting wake-ups by claiming one of them', async () => {
    const { agentId, self, offered } = await makeAgent();
    await opened.wake(agentId);
    const { id: wakeId } = await offered();
    await board().wakeAgent({ agentId, reason: 'one more' });
    const { run } = await self.ackWake({ wakeId });
    expect((run.context['wakes'] as object[]).length).toBe(2);
    await self.finishRun({ runId: run.id, status: 'succeeded' });
  });

  it('is offered its run again when its configuration has changed', async () => {
    const { agentId, self, offered, change } = await makeAgent();
    const { id: runId } = await opened.wake(agentId);
    const { id: wakeId } = await offered();
    await change();
    await offered();
    const offers = (await opened.stage.emitted('run.offered')).filter(
      (one) => one.entityId === runId,
    );
    expect(offers.length).toBeGreaterThan(1);
    await board().cancelRun({ runId });
    await expect(self.ackWake({ wakeId })).rejects.toMatchObject({ code: 'wake_not_offered' });
  });

  it('reports on its own wake-ups and runs only', async () => {
    const { agentId, self, offered } = await makeAgent();
    const { id: runId } = await opened.wake(agentId);
    const { id: wakeId } = await offered();
    const colleague = opened.stage.as(agentActor(companyId));
    const stranger = opened.stage.as(agentActor(newId()));
    for (const [other, code] of [
      [colleague, 'not_your_run'],
      [stranger, 'wake_not_found'],
    ] as const) {
      expect(await other.listOfferedWakes({})).toEqual([]);
      await expect(other.ackWake({ wakeId })).rejects.toMatchObject({ code });
    }
    await expect(self.ackWake({ wakeId: newId() })).rejects.toMatchObject({
      code: 'wake_not_found',
    });
    await expect(self.beatRun({ runId })).rejects.toMatchObject({ code: 'run_not_started' });
    await self.ackWake({ wakeId });
    await expect(colleague.beatRun({ runId })).rejects.toMatchObject({ code: 'not_your_run' });
    await expect(stranger.beatRun({ runId })).rejects.toMatchObject({ code: 'run_not_found' });
    await expect(colleague.finishRun({ runId, status: 'failed' })).rejects.toMatchObject({
      code: 'not_your_run',
    });
    await self.finishRun({ runId, status: 'cancelled' });
  });

  it('is refused to end a run that a worker holds', async () => {
    const { agentId } = await opened.agent(companyId, 'setInterval(() => {}, 1000)');
    const self = asAgent(opened, companyId, agentId);
    const { id: runId } = await opened.wake(agentId);
    await opened.runWhen(runId, ({ status }) => status === 'running');
    await expect(self.finishRun({ runId, status: 'succeeded' })).rejects.toMatchObject({
      code: 'run_held_here',
    });
    await board().cancelRun({ runId });
  });

  it('is served by indexes', async () => {
    const { db } = opened.stage;
    await none(
      db,
      sql`
      insert into runs (id, company_id, agent_id, source, status, context, hint_at, finished_at)
      select uuidv7(), ${companyId}, gen_random_uuid(), 'timer', 'succeeded', '{}', now(), now()
      from generate_series(1, 5000)`,
    );
    await none(db, sql`analyze runs`);
    const event = { companyId, runId: newId(), afterSeq: 0, limit: 10 };
    expect(await planOf(db, (on) => listEventsOfRun(on, event))).toContain('events_by_entity');
    expect(await planOf(db, (on) => listOffered(on, [companyId], newId()))).toContain(
      'wakeups_by_run',
    );
    const asking = { agentId: newId(), wasAway: true };
    expect(await planOf(db, (on) => claimWaiting(on, [companyId], asking))).not.toContain(
      'Seq Scan',
    );
    expect(await planOf(db, (on) => listOverdue(on, undefined, 10))).toContain('runs_by_lease');
  });
});
