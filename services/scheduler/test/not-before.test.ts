import { agents, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignment } from './assignment.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const scriptWith = (notBefore: string) =>
  `printReport({ usage: { inputTokens: 1 }, notBefore: '${notBefore}' })`;

describe('an agent that asks to be started later', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const restOf = async (agentId: string) => {
    const [row] = await opened.stage.db.run<{ seconds: number | null }>({
      text: `select extract(epoch from not_before - now())::float8 as seconds from roster
        where agent_id = $1`,
      values: [agentId],
    });
    return row?.seconds ?? null;
  };
  const assign = (agentId: string) => {
    const issueId = newId();
    return opened.receive(issues, 'issue.assigned', {
      companyId,
      entityId: issueId,
      payload: assignment(issueId, agentId),
    });
  };
  const runsOf = (agentId: string) =>
    opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  const heartbeat = {
    enabled: true,
    intervalSec: 600,
    wakeOnDemand: true,
    maxConcurrentRuns: 1 as const,
  };
  const rested = async (inMs: number) => {
    const agent = await opened.agent(
      companyId,
      scriptWith(new Date(Date.now() + inMs).toISOString()),
      {
        runtimeConfig: { heartbeat },
      },
    );
    await opened.finished((await opened.wake(agent.agentId)).id);
    return agent;
  };

  it('gets no run from any source until then, and then one with all wake-ups', async () => {
    const { agentId } = await rested(3_600_000);
    expect(await restOf(agentId)).toBeGreaterThan(3_500);
    await assign(agentId);
    expect(await opened.stage.as(boardActor()).wakeAgent({ agentId })).toEqual({
      status: 'skipped',
      reason: 'waiting_for_quota',
    });
    await opened.stage.db.run({
      text: 'update schedules set next_due_at = now() where agent_id = $1 returning 1',
      values: [agentId],
    });
    await eventually(async () => {
      const [wakeup] = await opened.stage.db.run({
        text: "select id from wakeups where agent_id = $1 and source = 'timer'",
        values: [agentId],
      });
      return wakeup;
    });
    expect(await runsOf(agentId)).toHaveLength(1);
    await opened.stage.db.run({
      text: 'update roster set not_before = now() where agent_id = $1 returning 1',
      values: [agentId],
    });
    const run = await eventually(async () => {
      const runs = await runsOf(agentId);
      return runs.length === 2 ? runs[0] : undefined;
    });
    expect(run.context['wakes']).toHaveLength(3);
    await opened.finished(run.id);
  });

  it('waits for a day at most, whatever its provider says', async () => {
    const { agentId } = await rested(100 * 365 * 86_400_000);
    const seconds = (await restOf(agentId)) ?? 0;
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });

  it('does not wait for a time in the past', async () => {
    const { agentId } = await rested(-3_600_000);
    const again = await opened.finished((await opened.wake(agentId)).id);
    expect(again.status).toBe('succeeded');
  });

  it('works again when a user resumes it', async () => {
    const agent = await rested(3_600_000);
    const { agentId } = agent;
    await assign(agentId);
    const paused = { ...agent, status: 'paused' as const, pauseReason: 'manual' as const };
    await opened.receive(agents, 'agent.paused', {
      companyId,
      entityId: agentId,
      payload: { ...paused, version: 2 },
    });
    await opened.receive(agents, 'agent.resumed', {
      companyId,
      entityId: agentId,
      payload: { ...agent, version: 3 },
    });
    const runs = await eventually(async () => {
      const found = await runsOf(agentId);
      return found.length === 2 ? found : undefined;
    });
    expect(runs[0]).toMatchObject({ source: 'assignment' });
  });
});
