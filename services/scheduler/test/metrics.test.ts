import { agents, issues } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { anIssue, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureLoad } from '../src/store/load.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const DONE = 'console.log("done")';

describe('metrics', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const valueOf = async (line: string): Promise<number | undefined> => {
    const shown = await opened.stage.service.runtime.metrics.registry.metrics();
    const found = shown.split('\n').find((one) =>
      one
        .replace(/,?service="\w+",?/, '')
        .replace('{}', '')
        .startsWith(`${line} `),
    );
    return found === undefined ? undefined : Number(found.split(' ').at(-1));
  };
  const mention = (agentId: string) => {
    const issueId = newId();
    return opened.receive(issues, 'issue.commented', {
      companyId,
      entityId: issueId,
      payload: {
        ...anIssue({ issueId }),
        commentId: newId(),
        excerpt: 'See this',
        mentions: [{ agentId, name: 'A', woken: true, reason: null }],
      },
    });
  };

  it('count wake-ups that are taken, delivered and skipped, and measure their delay', async () => {
    const agent = await opened.agent(companyId, DONE);
    await mention(agent.agentId);
    await eventually(
      async () => (await valueOf('muster_runs_finished_total{status="succeeded"}')) || undefined,
    );
    const heartbeat = { ...agent.runtimeConfig.heartbeat, wakeOnDemand: false };
    await opened.receive(agents, 'agent.updated', {
      companyId,
      entityId: agent.agentId,
      payload: { ...agent, runtimeConfig: { heartbeat }, version: 2, changedKeys: [] },
    });
    await mention(agent.agentId);
    for (const outcome of ['taken', 'delivered', 'skipped']) {
      expect(await valueOf(`muster_wakes_total{source="mention",outcome="${outcome}"}`)).toBe(1);
    }
    expect(await valueOf('muster_wake_skips_total{reason="wake_on_demand_off"}')).toBe(1);
    expect(await valueOf('muster_wake_delay_seconds_count{source="mention"}')).toBe(1);
    const waited = await valueOf('muster_wake_delay_seconds_sum{source="mention"}');
    expect(waited).toBeGreaterThan(0);
    expect(waited).toBeLessThan(15);
    expect(await valueOf('muster_leases_lost_total')).toBe(0);
  });

  it('measure how long a run waits that could be started', async () => {
    const { agentId } = await opened.agent(companyId, DONE);
    const admin = await opened.stage.admin();
    const lag = async (): Promise<number> => Math.round((await measureLoad(admin)).startLagSeconds);
    // The run is not committed, so no worker starts it.
    await none(admin, sql`begin`);
    try {
      expect(await lag()).toBe(0);
      await none(
        admin,
        sql`
        insert into runs (id, company_id, agent_id, source, status, context, hint_at, created_at)
        values (${newId()}, ${companyId}, ${agentId}, 'timer', 'queued', '{}',
          now() + interval '1 hour', now() - interval '600 seconds')`,
      );
      expect(await lag()).toBe(600);
      await none(
        admin,
        sql`
        update runs set postponed_until = now() - interval '20 seconds'
        where agent_id = ${agentId}`,
      );
      expect(await lag()).toBe(20);
      await none(
        admin,
        sql`
        update runs set postponed_until = now() + interval '20 seconds'
        where agent_id = ${agentId}`,
      );
      expect(await lag()).toBe(0);
      await none(
        admin,
        sql`
        update runs set postponed_until = null, offered_until = now() where agent_id = ${agentId}`,
      );
      expect(await lag()).toBe(0);
      await none(admin, sql`update runs set offered_until = null where agent_id = ${agentId}`);
      await none(admin, sql`update roster set status = 'paused' where agent_id = ${agentId}`);
      expect(await lag()).toBe(0);
    } finally {
      await none(admin, sql`rollback`);
    }
  });

  it('measure live runs and late timers without reading finished runs', async () => {
    const admin = await opened.stage.admin();
    await admin.run({
      text: `insert into runs (id, company_id, agent_id, source, status, context, hint_at)
        select gen_random_uuid(), $1, gen_random_uuid(), 'timer', 'succeeded', '{}', now()
        from generate_series(1, 3000)`,
      values: [companyId],
    });
    await admin.run({
      text: `insert into schedules (agent_id, company_id, interval_sec, next_due_at)
        select gen_random_uuid(), $1, 300, now() + make_interval(secs => n)
        from generate_series(60, 3000) as n`,
      values: [companyId],
    });
    await admin.run({
      text: `insert into quotas (company_id, quota_group, not_before)
        select $1, n::text, case when n <= 300 then now() + make_interval(secs => n * 60 - 6000) end
        from generate_series(1, 3000) as n`,
      values: [companyId],
    });
    await admin.run({ text: 'analyze runs, schedules, quotas', values: [] });
    const { db } = opened.stage;
    expect(await measureLoad(db)).toEqual({
      queued: 0,
      held: 0,
      quotaHolds: 200,
      dueLagSeconds: 0,
      startLagSeconds: 0,
    });
    const plan = await planOf(db, measureLoad);
    expect(plan).toContain('schedules_by_due');
    expect(plan).toContain('quotas_held');
    expect(plan).not.toContain('Seq Scan');
  });
});
