import { agents, issues, type AgentSnapshot, type IssueStatus } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anIssue, boardActor, planOf, replay } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDueTimers, skipTimers } from '../src/store/schedules.ts';
import { assignment } from './assignment.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const NOW = new Date().toISOString();
const DONE = 'console.log("done")';
type Heartbeat = AgentSnapshot['runtimeConfig']['heartbeat'];
const timer = (more: Partial<Heartbeat> = {}): Pick<AgentSnapshot, 'runtimeConfig'> => ({
  runtimeConfig: {
    heartbeat: {
      enabled: true,
      intervalSec: 600,
      wakeOnDemand: true,
      maxConcurrentRuns: 1,
      ...more,
    },
  },
});

describe('timers', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const dueOf = async (agentId: string) => {
    const [row] = await opened.stage.db.run<{ due: string; awayS: number }>({
      text: `select next_due_at as due, extract(epoch from next_due_at - now())::float8 as "awayS"
        from schedules where agent_id = $1`,
      values: [agentId],
    });
    return row;
  };
  const overdueBy = (agentId: string, seconds: number) =>
    opened.stage.db.run({
      text: `update schedules set next_due_at = now() - make_interval(secs => $2)
        where agent_id = $1 returning 1`,
      values: [agentId, seconds],
    });
  const skipsOf = async (agentId: string) =>
    (
      await opened.stage.db.run<{ reason: string; count: number }>({
        text: 'select reason, count from skips where agent_id = $1 order by reason',
        values: [agentId],
      })
    ).map(({ reason, count }) => [reason, count]);
  const runsOf = (agentId: string) =>
    opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  const passed = (agentId: string) =>
    eventually(async () => ((await dueOf(agentId))?.awayS ?? 0) > 0 || undefined);

  it('are fired at the times of a cron in its zone, and follow its changes at once', async () => {
    const agent = await opened.agent(
      companyId,
      DONE,
      timer({
        cron: '30 8 * * *',
        timeZone: 'Asia/Kolkata',
      }),
    );
    const { agentId } = agent;
    expect((await dueOf(agentId))?.due).toMatch(/T03:00:00\.000Z$/);
    const changed = async (heartbeat: Partial<Heartbeat>, version: number) => {
      await opened.receive(agents, 'agent.updated', {
        companyId,
        entityId: agentId,
        payload: { ...agent, ...timer(heartbeat), version, changedKeys: ['runtimeConfig'] },
      });
      return dueOf(agentId);
    };
    const berlin = { cron: '15 * * * *', timeZone: 'Europe/Berlin' };
    expect((await changed(berlin, 2))?.due).toMatch(/:15:00\.000Z$/);
    expect((await changed({ ...berlin, skipWhenIdle: true }, 3))?.due).toMatch(/:15:00\.000Z$/);
    expect((await changed({ cron: null }, 4))?.awayS).toBeLessThanOrEqual(600);
    await overdueBy(agentId, 0);
    await eventually(async () => (await runsOf(agentId))[0]);
    expect(await changed({ enabled: false }, 5)).toBeUndefined();
  });

  it('catch up with one wake-up after an outage', async () => {
    const { agentId } = await opened.agent(companyId, DONE, timer({ cron: '0 8 * * *' }));
    await overdueBy(agentId, 3 * 86_400);
    await passed(agentId);
    expect((await dueOf(agentId))?.due).toMatch(/T08:00:00\.000Z$/);
    expect(await runsOf(agentId)).toHaveLength(1);
  });

  it('catch up with none where that is configured, and count what was missed', async () => {
    const { agentId } = await opened.agent(
      companyId,
      DONE,
      timer({
        cron: '0 8 * * *',
        catchUp: 'none',
      }),
    );
    await overdueBy(agentId, 3 * 86_400);
    await passed(agentId);
    expect(await runsOf(agentId)).toEqual([]);
    expect(await skipsOf(agentId)).toEqual([['beat_missed', 1]]);
    await overdueBy(agentId, 5);
    await passed(agentId);
    expect(await runsOf(agentId)).toHaveLength(1);
  });

  it('skip an idle agent until it has work', async () => {
    const { agentId } = await opened.agent(
      companyId,
      DONE,
      timer({
        skipWhenIdle: true,
        wakeOnDemand: false,
      }),
    );
    const issueId = newId();
    let version = 0;
    const setIssue = (status: IssueStatus, assigneeAgentId: string | null) =>
      opened.receive(issues, 'issue.released', {
        companyId,
        entityId: issueId,
        payload: {
          ...anIssue({ issueId, status, assigneeAgentId, version: ++version }),
          previousAssigneeAgentId: null,
        },
      });
    const wasWoken = async () => {
      const before = (await runsOf(agentId)).length;
      await overdueBy(agentId, 1);
      await passed(agentId);
      const runs = await runsOf(agentId);
      await Promise.all(runs.map(({ id }) => opened.finished(id)));
      return runs.length > before;
    };
    expect(await wasWoken()).toBe(false);
    expect(await skipsOf(agentId)).toEqual([['nothing_to_do', 1]]);
    await setIssue('todo', agentId);
    expect(await wasWoken()).toBe(true);
    await setIssue('in_progress', agentId);
    expect(await wasWoken()).toBe(true);
    for (const status of ['blocked', 'in_review', 'done'] as const) {
      await setIssue(status, agentId);
      expect(await wasWoken()).toBe(false);
    }
    await setIssue('todo', newId());
    expect(await wasWoken()).toBe(false);
    expect(await skipsOf(agentId)).toEqual([['nothing_to_do', 5]]);
  });

  it('are fired for one company although they cannot be for another', async () => {
    const admin = await opened.stage.admin();
    const { companyId: faulty } = await opened.company();
    const { agentId: stuck } = await opened.agent(faulty, DONE, timer());
    const { agentId } = await opened.agent(companyId, DONE, timer());
    await admin.run({
      text: `alter table wakeups add constraint faulty check (company_id <> '${faulty}') not valid`,
      values: [],
    });
    await overdueBy(stuck, 60);
    await overdueBy(agentId, 0);
    await eventually(async () => (await runsOf(agentId))[0]);
    expect((await dueOf(stuck))?.awayS).toBeLessThan(0);
    await admin.run({ text: 'alter table wakeups drop constraint faulty', values: [] });
    await passed(stuck);
  });

  it('find no work that was taken away before its assignment arrives', async () => {
    const { agentId } = await opened.agent(companyId, DONE, timer({ wakeOnDemand: false }));
    const issueId = newId();
    const assigned = { companyId, entityId: issueId, payload: assignment(issueId, agentId) };
    await opened.receive(issues, 'issue.assigned', assigned);
    await opened.receive(issues, 'issue.released', {
      ...assigned,
      payload: { ...assigned.payload, assigneeAgentId: null, version: 2 },
    });
    const { stage } = opened;
    await replay(stage, { producer: 'issues', companyId, reaction: 'copyWork' });
    const work = await stage.db.run({
      text: 'select agent_id from work where issue_id = $1',
      values: [issueId],
    });
    expect(work).toEqual([]);
  });

  it('are found by an index, as is the work of their agents', async () => {
    const { db } = opened.stage;
    const admin = await opened.stage.admin();
    await admin.run({
      text: `insert into schedules (agent_id, company_id, interval_sec, next_due_at)
        select gen_random_uuid(), $1, 300, now() + make_interval(secs => 3600 + n)
        from generate_series(1, 3000) as n`,
      values: [companyId],
    });
    await admin.run({
      text: `insert into work (issue_id, company_id, agent_id)
        select gen_random_uuid(), $1, gen_random_uuid() from generate_series(1, 3000)`,
      values: [companyId],
    });
    await admin.run({
      text: `insert into wakeups (id, company_id, agent_id, cause, source, reason, status)
        select gen_random_uuid(), $1, gen_random_uuid(), 'done', 'timer', 'test', 'delivered'
        from generate_series(1, 3000)`,
      values: [companyId],
    });
    await admin.run({ text: 'analyze schedules, work, wakeups', values: [] });
    const plan = await planOf(db, (asked) => listDueTimers(asked, undefined, 200));
    for (const index of ['schedules_by_due', 'work_by_agent', 'wakeups_pending']) {
      expect(plan).toContain(index);
    }
    const next = { agentId: newId(), dueAt: NOW, nextDueAt: NOW, reason: 'nothing_to_do' as const };
    const moving = await planOf(db, (asked) => skipTimers(asked, [next]));
    expect(moving).toContain('schedules_pkey');
    expect(moving).not.toContain('Seq Scan on schedules');
  });
});
