import { scheduler, type Agent, type agents, type RunStatus } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import type { Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anAgent, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

const FINISHED_AT = '2026-11-20T18:30:00.000Z';

const run = (agent: Agent, runId: string, status: RunStatus) => ({
  runId,
  agentId: agent.id,
  status,
  source: 'timer' as const,
  epoch: 1,
  issueId: null,
  errorCode: null,
  usage: null,
});
const started = (agent: Agent, runId: string) =>
  stage.receive(scheduler, 'run.started', {
    companyId: agent.companyId,
    entityId: runId,
    payload: run(agent, runId, 'running'),
  });
const finished = (agent: Agent, runId: string, status: RunStatus, wasStarted = true) =>
  stage.receive(scheduler, 'run.finished', {
    companyId: agent.companyId,
    entityId: runId,
    payload: {
      ...run(agent, runId, status),
      wasStarted,
      startedAt: null,
      finishedAt: FINISHED_AT,
    },
  });

const agentIn = async (status: string, reason: string | null = null): Promise<Agent> => {
  const agent = await anAgent(stage, (await aCompany(stage)).id);
  await stage.db.run({
    text: `update agents set status = $2, pause_reason = $3,
      paused_at = case when $3::text is not null then now() end where id = $1`,
    values: [agent.id, status, reason],
  });
  return agent;
};

const statusOf = async (agent: Agent) => (await readAgent(stage, agent)).status;

describe('markAgentRunning', () => {
  it.each(['idle', 'error'])('makes an agent in %s running', async (status) => {
    const agent = await agentIn(status);
    await started(agent, newId());
    const running = await readAgent(stage, agent);
    expect(running).toMatchObject({ status: 'running', version: 1 });
    expect(Date.parse(running.lastHeartbeatAt ?? '')).not.toBeNaN();
  });

  it('leaves a paused agent paused and a terminated one terminated', async () => {
    const [paused, ended] = [await agentIn('paused', 'manual'), await agentIn('terminated')];
    for (const agent of [paused, ended]) await started(agent, newId());
    expect([await statusOf(paused), await statusOf(ended)]).toEqual(['paused', 'terminated']);
  });
});

describe('freeAgentOfFinishedRun', () => {
  it.each([
    ['succeeded', 'idle'],
    ['cancelled', 'idle'],
    ['lost', 'idle'],
    ['failed', 'error'],
    ['timed_out', 'error'],
  ] as const)('after a %s run the agent is %s', async (status, expected) => {
    const [agent, runId] = [await agentIn('idle'), newId()];
    await started(agent, runId);
    await finished(agent, runId, status);
    expect(await readAgent(stage, agent)).toMatchObject({ status: expected });
  });

  it("saves the time of the agent's last heartbeat", async () => {
    const [agent, runId] = [await agentIn('idle'), newId()];
    await started(agent, runId);
    await finished(agent, runId, 'succeeded');
    const { lastHeartbeatAt } = await readAgent(stage, agent);
    expect(Date.parse(lastHeartbeatAt ?? '')).toBeGreaterThanOrEqual(Date.parse(FINISHED_AT));
  });

  it('ignores the late end of an older run', async () => {
    const [agent, older, newer] = [await agentIn('idle'), newId(), newId()];
    await started(agent, older);
    await started(agent, newer);
    await finished(agent, older, 'failed');
    expect(await statusOf(agent)).toBe('running');
    await finished(agent, newer, 'succeeded');
    await stage.redeliver();
    expect(await statusOf(agent)).toBe('idle');
  });

  it('ignores the end of a run that was never started', async () => {
    const [agent, live] = [await agentIn('idle'), newId()];
    await started(agent, live);
    await finished(agent, newId(), 'cancelled', false);
    expect(await statusOf(agent)).toBe('running');
  });

  it('leaves an agent paused that was paused in the middle of the run', async () => {
    const [agent, runId] = [await agentIn('idle'), newId()];
    await started(agent, runId);
    await stage.db.run({
      text: `update agents set status = 'paused', pause_reason = 'budget', paused_at = now()
        where id = $1`,
      values: [agent.id],
    });
    await finished(agent, runId, 'failed');
    expect(await statusOf(agent)).toBe('paused');
  });
});

describe('pauseAgentInLoop', () => {
  const looped = (agent: Agent) =>
    stage.receive(scheduler, 'agent.loop_detected', {
      companyId: agent.companyId,
      entityId: agent.id,
      payload: { agentId: agent.id, sign: 'too_many_hops', hops: 9, wakes: 1, rootId: newId() },
    });

  it.each([
    ['idle', null],
    ['running', null],
    ['error', null],
    ['paused', 'budget'],
  ] as const)('pauses an agent that is %s (%s), and emits it', async (status, reason) => {
    const agent = await agentIn(status, reason);
    await looped(agent);
    const paused = { status: 'paused', pauseReason: 'loop' };
    expect(await readAgent(stage, agent)).toMatchObject(paused);
    const emitted = (await stage.emitted('agent.paused')).filter(
      ({ entityId }) => entityId === agent.id,
    );
    expect(emitted.map(({ payload }) => payload)).toMatchObject([paused]);
  });

  it.each([
    ['paused', 'manual'],
    ['paused', 'loop'],
    ['terminated', null],
  ] as const)('leaves an agent alone that is %s (%s)', async (status, reason) => {
    const agent = await agentIn(status, reason);
    await looped(agent);
    expect(await readAgent(stage, agent)).toMatchObject({
      status,
      pauseReason: reason,
      version: agent.version,
    });
  });
});

describe('copyFailures', () => {
  const since = '2026-11-20T12:00:00.000Z';
  const fails = (agent: Agent, failures: number, until: string | null) =>
    stage.receive(scheduler, 'agent.backed_off', {
      companyId: agent.companyId,
      entityId: agent.id,
      payload: {
        agentId: agent.id,
        runId: newId(),
        failures,
        since,
        errorCode: 'exit_code',
        until,
      },
    });
  const shown = { since, errorCode: 'exit_code' };

  it('shows how an agent fails, when it is tried again, and that it may be', async () => {
    const agent = await agentIn('idle');
    const until = '2026-11-20T13:00:00.000Z';
    await fails(agent, 4, until);
    expect(await readAgent(stage, agent)).toMatchObject({
      status: 'idle',
      failing: { ...shown, failures: 4, retryAt: until },
    });
    await fails(agent, 5, null);
    expect(await readAgent(stage, agent)).toMatchObject({
      status: 'error',
      failing: { ...shown, failures: 5, retryAt: null },
    });
    await stage.receive(scheduler, 'agent.recovered', {
      companyId: agent.companyId,
      entityId: agent.id,
      payload: { agentIds: [agent.id] },
    });
    expect(await readAgent(stage, agent)).toMatchObject({ failing: null });
  });

  it.each(['paused', 'terminated', 'running'] as const)('leaves an agent %s', async (status) => {
    const agent = await agentIn(status, status === 'paused' ? 'manual' : null);
    await fails(agent, 5, null);
    expect(await readAgent(stage, agent)).toMatchObject({ status });
  });
});

describe('copyQuotaHolds', () => {
  const HOUR_MS = 3_600_000;
  const heldUntil = async (agent: Agent) => (await readAgent(stage, agent)).quotaHeldUntil;
  const held = (agent: Agent, agentIds: readonly string[], until: string) =>
    stage.receive(scheduler, 'quota.held', {
      companyId: agent.companyId,
      entityId: agent.id,
      payload: {
        quotaGroup: 'named:plan',
        agentIds: [...agentIds],
        until,
        agentId: agent.id,
        runId: newId(),
      },
    });

  it('shows agents of the company until when they wait, until the board lifts it', async () => {
    const company = await aCompany(stage);
    const [first, second] = [await anAgent(stage, company.id), await anAgent(stage, company.id)];
    const foreign = await agentIn('idle');
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await held(first, [first.id, second.id, foreign.id], until);
    expect([await heldUntil(first), await heldUntil(second)]).toEqual([until, until]);
    expect(await heldUntil(foreign)).toBeNull();
    await stage.receive(scheduler, 'quota.lifted', {
      companyId: first.companyId,
      entityId: first.id,
      payload: { quotaGroup: 'named:plan', agentIds: [second.id], agentId: first.id },
    });
    expect([await heldUntil(first), await heldUntil(second)]).toEqual([until, null]);
  });

  it('shows nothing that is over', async () => {
    const agent = await agentIn('idle');
    await held(agent, [agent.id], new Date(Date.now() - HOUR_MS).toISOString());
    expect(await heldUntil(agent)).toBeNull();
  });
});
