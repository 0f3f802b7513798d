import type { RunStatus, scheduler } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerService } from '../src/service.ts';
import { countRunsOfCompany } from '../src/store/run-counts.ts';
import { prepareQueue } from './open-scheduler.ts';

let stage: Stage<typeof scheduler>;
beforeAll(async () => {
  stage = await openStage(schedulerService, {
    prepare: prepareQueue, env: { RUN_CONCURRENCY: '0' },
  });
});
afterAll(() => stage.close());

interface Past {
  readonly status: RunStatus;
  readonly hoursAgo?: number;
  readonly count?: number;
}

const run = (companyId: string, { status, hoursAgo = 0, count = 1 }: Past): Promise<void> =>
  none(stage.db, sql`
    insert into runs (
      id, company_id, agent_id, source, status, context, hint_at, held, lease_expires_at,
      finished_at
    )
    select uuidv7(), ${companyId}, gen_random_uuid(), 'timer', ${status}, '{}',
      now() + interval '1 day', ${status} = 'running', now() + interval '1 day',
      case when ${status} not in ('queued', 'running') then
        now() - make_interval(hours => ${hoursAgo}::integer)
      end
    from generate_series(1, ${count}::integer)`);

describe('countRuns', () => {
  it('counts what lives and what failed in the last day, in the own company only', async () => {
    const { companyId } = await stage.given.company();
    const { companyId: elsewhere } = await stage.given.company();
    const past: Past[] = [
      { status: 'queued' }, { status: 'running' }, { status: 'succeeded' }, { status: 'cancelled' },
      { status: 'failed', hoursAgo: 23 }, { status: 'lost' }, { status: 'timed_out' },
      { status: 'failed', hoursAgo: 25 },
    ];
    for (const one of past) await run(companyId, one);
    await run(elsewhere, { status: 'failed' });
    expect(await stage.as(boardActor()).countRuns({ companyId }))
      .toEqual({ live: 2, failedLastDay: 3 });
    await expect(stage.as(agentActor(newId())).countRuns({ companyId }))
      .rejects.toMatchObject({ code: 'company_not_found' });
  });

  it('reads neither the runs that went well nor those of long ago', async () => {
    const companyId = newId();
    await run(companyId, { status: 'succeeded', count: 20_000 });
    await run(companyId, { status: 'failed', hoursAgo: 100, count: 5_000 });
    await none(stage.db, sql`analyze runs`);
    const plan = await planOf(stage.db, (db) =>
      countRunsOfCompany(db, companyId, new Date().toISOString()));
    expect(plan).toContain('runs_live_by_company');
    expect(plan).toContain('runs_failed_by_company');
    expect(plan).not.toContain('Seq Scan');
  });
});
