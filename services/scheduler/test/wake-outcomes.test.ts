/** Wake-ups without a run of their own are in the activity, as events of their agent. */
import { agents, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anIssue, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScheduler, type Opened } from './open-scheduler.ts';

const DONE = 'console.log("done")';
const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';
const off = {
  enabled: false,
  intervalSec: 300,
  wakeOnDemand: false,
  maxConcurrentRuns: 1 as const,
};

describe('the activity of wake-ups', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());
  const emitted = async (name: 'agent.wake_skipped' | 'agent.wake_joined', agentId: string) =>
    (await opened.stage.emitted(name))
      .filter(({ entityId }) => entityId === agentId)
      .map(({ payload }) => payload);
  const mention = async (agentId: string) => {
    const issueId = newId();
    await opened.receive(issues, 'issue.commented', {
      companyId,
      entityId: issueId,
      payload: {
        ...anIssue({ issueId, assigneeAgentId: null }),
        commentId: newId(),
        excerpt: 'Look',
        mentions: [{ agentId, name: 'A', woken: true, reason: null }],
      },
    });
    return issueId;
  };

  it('has one that is skipped with its reason, by an event and by a call', async () => {
    const { agentId } = await opened.agent(companyId, DONE, { runtimeConfig: { heartbeat: off } });
    const issueId = await mention(agentId);
    await board().wakeAgent({ agentId });
    const reason = 'wake_on_demand_off';
    expect(await emitted('agent.wake_skipped', agentId)).toEqual([
      { agentId, source: 'mention', issueId, reason, count: 1 },
      { agentId, source: 'on_demand', issueId: null, reason, count: 1 },
    ]);
  });

  it('has one of a paused agent, and none of an agent that runs', async () => {
    const paused = await opened.agent(companyId, DONE);
    await opened.receive(agents, 'agent.paused', {
      companyId,
      entityId: paused.agentId,
      payload: { ...paused, status: 'paused', version: 2 },
    });
    expect(await board().wakeAgent({ agentId: paused.agentId })).toMatchObject({
      reason: 'agent_paused',
    });
    expect(await emitted('agent.wake_skipped', paused.agentId)).toMatchObject([
      { reason: 'agent_paused', source: 'on_demand' },
    ]);
    const { agentId } = await opened.agent(companyId, DONE);
    await opened.wake(agentId);
    expect(await emitted('agent.wake_skipped', agentId)).toEqual([]);
    expect(await emitted('agent.wake_joined', agentId)).toEqual([]);
  });

  it('has each that joins a live run, with the run', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const run = await opened.wake(agentId);
    const issueId = await mention(agentId);
    await board().wakeAgent({ agentId });
    const joined = await emitted('agent.wake_joined', agentId);
    expect(joined).toMatchObject([
      { agentId, source: 'mention', issueId, runId: run.id, count: 1 },
      { agentId, source: 'on_demand', issueId: null, runId: run.id, count: 1 },
    ]);
    await board().cancelRun({ runId: run.id });
  });
});
