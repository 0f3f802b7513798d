import { agents } from '@muster/contracts';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory } from './issue-story.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const DONE = 'console.log("done")';
const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('the storm breaker', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler({ RUN_CONCURRENCY: '20' });
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());
  const loops = async (agentId: string) =>
    (await opened.stage.emitted('agent.loop_detected'))
      .filter(({ entityId }) => entityId === agentId)
      .map(({ payload }) => payload);
  const chainOf = async (agentId: string) =>
    opened.stage.db.run<{ hops: number; status: string }>({
      text: 'select hops, status from wakeups where agent_id = $1 order by id desc limit 1',
      values: [agentId],
    });

  it('stops an agent at the ninth run in a row that each woke the next', async () => {
    const agent = await opened.agent(companyId, DONE);
    const { agentId } = agent;
    let last = await opened.wake(agentId);
    const again = () =>
      opened.stage
        .as(agentActor(companyId, { id: agentId, runId: last.id }))
        .wakeAgent({ agentId });
    for (let hop = 1; hop <= 8; hop++) {
      await opened.finished(last.id);
      const next = await again();
      if (next.status === 'skipped') throw new Error(`stopped at hop ${hop}: ${next.reason}`);
      last = next;
    }
    await opened.finished(last.id);
    expect(await loops(agentId)).toEqual([]);
    expect(await again()).toEqual({ status: 'skipped', reason: 'agent_in_loop' });
    expect(await again()).toEqual({ status: 'skipped', reason: 'agent_in_loop' });
    expect(await loops(agentId)).toMatchObject([{ agentId, sign: 'too_many_hops', hops: 9 }]);
    expect(await board().listRuns({ companyId, agentId })).toHaveLength(9);

    // After a resume by a user the waiting wake-ups are delivered and begin new chains.
    const paused = {
      ...agent,
      status: 'paused' as const,
      pauseReason: 'loop' as const,
      version: 2,
    };
    await opened.receive(agents, 'agent.paused', { companyId, entityId: agentId, payload: paused });
    expect(await chainOf(agentId)).toEqual([{ hops: 9, status: 'pending' }]);
    await opened.receive(agents, 'agent.resumed', {
      companyId,
      entityId: agentId,
      payload: { ...agent, version: 3 },
    });
    const [run] = await board().listRuns({ companyId, agentId });
    expect(run?.context['wakes']).toHaveLength(2);
    await opened.finished(run?.id ?? '');
    expect(await chainOf(agentId)).toEqual([{ hops: 0, status: 'delivered' }]);
  });

  it('stops an agent that one run wakes for the thirteenth time, and no other agent', async () => {
    const boss = await opened.agent(companyId, STAYS);
    const busy = await opened.agent(companyId, STAYS, { reportsTo: boss.agentId });
    const calm = await opened.agent(companyId, DONE, { reportsTo: boss.agentId });
    const { id: runId } = await opened.wake(boss.agentId);
    await opened.runWhen(runId, ({ status }) => status === 'running');
    const asBoss = opened.stage.as(agentActor(companyId, { id: boss.agentId, runId }));
    for (let wake = 1; wake <= 12; wake++) await asBoss.wakeAgent({ agentId: busy.agentId });
    await asBoss.wakeAgent({ agentId: calm.agentId });
    expect(await loops(busy.agentId)).toEqual([]);
    await asBoss.wakeAgent({ agentId: busy.agentId });
    expect(await loops(busy.agentId)).toMatchObject([{ sign: 'too_many_wakes', wakes: 13 }]);
    expect(await loops(calm.agentId)).toEqual([]);
  });

  it('takes many reviews for no circle, and a verdict for no further link', async () => {
    const boss = await opened.agent(companyId, STAYS);
    const author = await opened.agent(companyId, STAYS, { reportsTo: boss.agentId });
    const { id } = await opened.wake(author.agentId);
    await opened.runWhen(id, ({ status }) => status === 'running');
    const stories = Array.from({ length: 14 }, () => anIssueStory(opened, companyId));
    for (const story of stories)
      await story.handOver(boss.agentId, { id, agentId: author.agentId });
    // It is about the last of the reviews that had come when it started.
    const review = await eventually(async () => {
      const runs = await board().listRuns({ companyId, agentId: boss.agentId });
      return runs.find(({ status }) => status === 'running');
    });
    const by = { id: review.id, agentId: boss.agentId };
    for (const story of stories) await story.giveBack(author.agentId, by);
    expect(await loops(boss.agentId)).toEqual([]);
    expect(await loops(author.agentId)).toEqual([]);
    expect(await chainOf(boss.agentId)).toMatchObject([{ hops: 1 }]);
    expect(await chainOf(author.agentId)).toMatchObject([{ hops: 1 }]);
  });

  it('lets a user wake an agent without limit', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    for (let wake = 0; wake < 20; wake++) await opened.wake(agentId);
    expect(await loops(agentId)).toEqual([]);
  });
});
