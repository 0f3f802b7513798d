import { issues, type Call, type scheduler } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { agentActor, anIssue, boardActor, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUndelivered, listWakesAbout } from '../src/store/wakes/wake-records.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const DONE = 'console.log("done")';

describe('listWakeRecords', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const recordsOf = (input: Call<typeof scheduler, 'listWakeRecords'>) =>
    opened.stage.as(boardActor()).listWakeRecords(input);
  const mention = async (agentId: string, issueId = newId()) => {
    const commentId = newId();
    await opened.receive(issues, 'issue.commented', {
      companyId,
      entityId: issueId,
      payload: {
        ...anIssue({ issueId }),
        commentId,
        excerpt: 'Look',
        mentions: [{ agentId, name: 'A', woken: true, reason: null }],
      },
    });
    return { issueId, commentId };
  };

  it('shows the wake-up and the run that carried it, by the comment and by its issue', async () => {
    const { agentId } = await opened.agent(companyId, DONE);
    const first = await mention(agentId);
    const second = await mention(agentId, first.issueId);
    const {
      wakes: [wake],
      runs: [run],
    } = await eventually(async () => {
      const found = await recordsOf({ agentId, ...second });
      return found.wakes[0]?.status === 'delivered' ? found : undefined;
    });
    expect(wake).toMatchObject({ ...second, source: 'mention', hops: 0 });
    expect(run?.id).toBe(wake?.runId);
    const onIssue = await recordsOf({ agentId, issueId: first.issueId });
    expect(onIssue.wakes.map(({ commentId }) => commentId)).toEqual([
      second.commentId,
      first.commentId,
    ]);
    expect((await recordsOf({ agentId, issueId: newId() })).wakes).toEqual([]);
  });

  it('shows skipped wake-ups, of many the last twenty', async () => {
    const heartbeat = {
      enabled: false,
      intervalSec: 300,
      wakeOnDemand: false,
      maxConcurrentRuns: 1 as const,
    };
    const { agentId } = await opened.agent(companyId, DONE, { runtimeConfig: { heartbeat } });
    const first = await mention(agentId);
    expect(await recordsOf({ agentId, ...first })).toMatchObject({
      wakeOnDemand: false,
      wakes: [],
      skips: [{ ...first, reason: 'wake_on_demand_off', source: 'mention' }],
      skipCounts: [{ reason: 'wake_on_demand_off', count: 1 }],
    });
    let last = first;
    for (let more = 0; more < 20; more++) last = await mention(agentId);
    expect((await recordsOf({ agentId, ...first })).skips).toEqual([]);
    expect(await recordsOf({ agentId, issueId: last.issueId })).toMatchObject({
      skips: [last],
      skipCounts: [{ count: 21 }],
    });
  });

  it('shows all that waits for an agent, what was skipped, and when its timer is due', async () => {
    const heartbeat = {
      enabled: true,
      intervalSec: 86_400,
      wakeOnDemand: false,
      maxConcurrentRuns: 1 as const,
    };
    const { agentId } = await opened.agent(companyId, DONE, { runtimeConfig: { heartbeat } });
    const skipped = await mention(agentId);
    const { db } = opened.stage;
    const waiting = newId();
    await none(
      db,
      sql`update roster set hold_until = 'infinity', hold_reason = 'retry'
      where agent_id = ${agentId}`,
    );
    await none(
      db,
      sql`
      insert into wakeups (id, company_id, agent_id, cause, source, reason, issue_id)
      values (
        ${waiting}, ${companyId}, ${agentId}, 'test', 'assignment', 'issue_assigned', ${newId()}
      )`,
    );
    const wakes = await opened.stage.as(boardActor()).getAgentWakes({ agentId });
    expect(wakes).toMatchObject({
      agentId,
      companyId,
      wakeOnDemand: false,
      heldFor: 'retry',
      heldUntil: null,
      liveRunId: null,
      pending: [{ id: waiting, status: 'pending', source: 'assignment' }],
      skips: [{ ...skipped, reason: 'wake_on_demand_off' }],
      skipCounts: [{ reason: 'wake_on_demand_off', count: 1 }],
    });
    expect(Date.parse(wakes.nextDueAt ?? '')).toBeGreaterThan(Date.now());
    const plan = await planOf(db, (asked) => listUndelivered(asked, wakes, newId()));
    expect(plan).toContain('wakeups_pending');
    expect(plan).toContain('wakeups_by_run');
  });

  it('hides an agent of another company', async () => {
    const { agentId } = await opened.agent(companyId, DONE);
    const stranger = opened.stage.as(agentActor(newId()));
    await expect(stranger.listWakeRecords({ agentId, issueId: newId() })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
    await expect(stranger.getAgentWakes({ agentId })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
  });

  it('is served by an index', async () => {
    const { db } = opened.stage;
    const { agentId } = await opened.agent(companyId, DONE);
    const admin = await opened.stage.admin();
    await admin.run({
      text: `insert into wakeups (
          id, company_id, agent_id, cause, source, reason, issue_id, comment_id, status
        )
        select gen_random_uuid(), $1, $2, 'past:' || n, 'mention', 'issue_comment_mentioned',
          gen_random_uuid(), gen_random_uuid(), 'delivered'
        from generate_series(1, 5000) as n`,
      values: [companyId, agentId],
    });
    await admin.run({ text: 'analyze wakeups', values: [] });
    const of = { companyId, agentId };
    expect(await planOf(db, (asked) => listWakesAbout(asked, of, { issueId: newId() }))).toContain(
      'wakeups_by_issue',
    );
    expect(
      await planOf(db, (asked) => listWakesAbout(asked, of, { commentId: newId() })),
    ).toContain('wakeups_by_comment');
    expect(
      await planOf(db, (asked) => listWakesAbout(asked, of, { approvalId: newId() })),
    ).toContain('wakeups_by_approval');
  });
});
