import type { RunStatus, scheduler } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerService } from '../src/service.ts';
import { countRunsOfCompany } from '../src/store/runs/run-counts.ts';
import { prepareQueue } from './open-scheduler.ts';

let stage: Stage<typeof scheduler>;
beforeAll(async () => {
  stage = await openStage(schedulerService, {
    prepare: prepareQueue,
    env: { RUN_CONCURRENCY: '0' },
  });
});
afterAll(() => stage.close());

interface Past {
  readonly status: RunStatus;
  readonly hoursAgo?: number;
  readonly count?: number;
}

const run = (companyId: string, { status, hoursAgo = 0, count = 1 }: Past): Promise<void> =>
  none(
    stage.db,
    sql`
    insert into runs (
      id, company_id, agent_id, source, status, context, hint_at, held, lease_expires_at,
      finished_at
    )
    select uuidv7(), ${companyId}, gen_random_uuid(), 'timer', ${status}, '{}',
      now() + interval '1 day', ${status} = 'running', now() + interval '1 day',
      case when ${status} not in ('queued', 'running') then
        now() - make_interval(hours => ${hoursAgo}::integer)
      end
    from generate_series(1, ${count}::integer)`,
  );

describe('countRuns', () => {
  it('counts live runs and those that failed in the last day, in one company only', async () => {
    const { companyId } = await stage.given.company();
    const { companyId: otherCompany } = await stage.given.company();
    const past: Past[] = [
      { status: 'queued' },
      { status: 'running' },
      { status: 'succeeded' },
      { status: 'cancelled' },
      { status: 'failed', hoursAgo: 23 },
      { status: 'lost' },
      { status: 'timed_out' },
      { status: 'failed', hoursAgo: 25 },
    ];
    for (const one of past) await run(companyId, one);
    await run(otherCompany, { status: 'failed' });
    expect(await stage.as(boardActor()).countRuns({ companyId })).toEqual({
      live: 2,
      failedLastDay: 3,
      usageIgnoredLastDay: 0,
      agentsHeldForQuota: 0,
      quotasNearlyUsedLastDay: 0,
      storage: expect.objectContaining({ rows: expect.any(Number) as number }) as object,
    });
    await expect(stage.as(agentActor(newId())).countRuns({ companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });

  it('counts runs of the last day whose usage was ignored', async () => {
    const { companyId } = await stage.given.company();
    await run(companyId, { status: 'succeeded', count: 4 });
    await none(
      stage.db,
      sql`
      with ignored as (
        select id, row_number() over (order by id) as number from runs
        where company_id = ${companyId}
      )
      update runs set warnings = '{usage_ignored}',
        created_at = case when number = 1 then now() - interval '25 hours' else created_at end
      from ignored where ignored.id = runs.id and number <= 3`,
    );
    expect(await stage.as(boardActor()).countRuns({ companyId })).toMatchObject({
      usageIgnoredLastDay: 2,
    });
  });

  it('reads neither succeeded nor old runs', async () => {
    const companyId = newId();
    await run(companyId, { status: 'succeeded', count: 20_000 });
    await run(companyId, { status: 'failed', hoursAgo: 100, count: 5_000 });
    await none(
      await stage.admin(),
      sql`
      insert into roster (
        agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled, interval_sec,
        wake_on_demand, version
      )
      select uuidv7(), ${companyId}, 'A', n::text, 'idle', 'process', false, 300, true, 1
      from generate_series(1, 2000) n`,
    );
    await none(stage.db, sql`analyze runs, roster`);
    const plan = await planOf(stage.db, (db) =>
      countRunsOfCompany(db, companyId, new Date().toISOString()),
    );
    expect(plan).toContain('runs_live_by_company');
    expect(plan).toContain('runs_failed_by_company');
    expect(plan).toContain('runs_usage_ignored');
    expect(plan).toContain('roster_resting');
    expect(plan).toContain('quotas_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});
