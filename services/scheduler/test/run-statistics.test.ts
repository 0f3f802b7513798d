import type { RunSource, RunStatus, scheduler } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerService } from '../src/service.ts';
import { countRunsOfAgent } from '../src/store/runs/run-statistics.ts';
import { prepareQueue } from './open-scheduler.ts';

describe('getRunStatistics', () => {
  let stage: Stage<typeof scheduler>;
  beforeAll(async () => {
    stage = await openStage(schedulerService, {
      prepare: prepareQueue,
      env: { RUN_CONCURRENCY: '0' },
    });
  });
  afterAll(() => stage.close());

  interface Past {
    readonly companyId: string;
    readonly agentId: string;
  }
  /** A run that was made so many hours ago and has worked for so many seconds. */
  const past = (
    { companyId, agentId }: Past,
    hoursAgo: number,
    status: RunStatus,
    seconds: number | null,
    source: RunSource = 'timer',
  ) =>
    none(
      stage.db,
      sql`
      insert into runs (
        id, company_id, agent_id, source, status, context, hint_at, created_at, started_at,
        finished_at
      )
      select uuidv7(at - now()), ${companyId}, ${agentId}, ${source}, ${status}, '{}', now(), at,
        case when ${seconds}::integer is not null then at end,
        at + make_interval(secs => ${seconds}::integer)
      from (select now() - make_interval(hours => ${hoursAgo}::integer) as at) moment`,
    );

  it('counts the runs of the last days by status and source, and the time they took', async () => {
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId);
    const of = { companyId, agentId };
    await past(of, 24 * 40, 'succeeded', 9_999);
    await past(of, 72, 'succeeded', 10);
    await past(of, 48, 'failed', 20, 'mention');
    await past(of, 24, 'succeeded', 90);
    await past(of, 12, 'cancelled', null);
    await past({ ...of, agentId: newId() }, 1, 'lost', 5);
    const reader = stage.as(agentActor(companyId));
    const found = await reader.getRunStatistics({ agentId });
    expect(found).toMatchObject({
      ...of,
      runs: 4,
      byStatus: { queued: 0, succeeded: 2, failed: 1, cancelled: 1, lost: 0 },
      bySource: { timer: 3, mention: 1, retry: 0 },
      workedSeconds: 120,
      medianSeconds: 20,
    });
    const { since, lastFailedAt, lastSucceededAt } = found;
    expect(since < String(lastFailedAt)).toBe(true);
    expect(String(lastFailedAt) < String(lastSucceededAt)).toBe(true);
    const idle = await stage.given.agent(companyId);
    expect(await reader.getRunStatistics({ agentId: idle.agentId })).toMatchObject({
      runs: 0,
      byStatus: { succeeded: 0 },
      workedSeconds: 0,
      medianSeconds: null,
      lastSucceededAt: null,
    });
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.getRunStatistics({ agentId })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
    await expect(
      stage.as(boardActor({ companies: [newId()] })).getRunStatistics({ agentId }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('reads runs from the index by agent', async () => {
    const { companyId } = await stage.given.company();
    await none(
      stage.db,
      sql`
      insert into runs (id, company_id, agent_id, source, status, context, hint_at)
      select uuidv7(), ${companyId}, gen_random_uuid(), 'timer', 'succeeded', '{}', now()
      from generate_series(1, 2000)`,
    );
    const admin = await stage.admin();
    await admin.run({ text: 'analyze runs', values: [] });
    const plan = await planOf(stage.db, (db) =>
      countRunsOfAgent(db, { companyId, agentId: newId() }),
    );
    expect(plan).toContain('runs_by_agent');
    expect(plan).not.toContain('Seq Scan on runs');
  });
});
